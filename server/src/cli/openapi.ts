import { readConfig } from '../config.ts';
import type { Service } from '../service.ts';
import { systemClock } from '../shared/clock.ts';
import { silentLog } from '../shared/log.ts';
import { noTracer } from '../shared/tracer.ts';
import { type Command, exitCodes } from './command.ts';
import { printJson } from './print.ts';
import { readArguments } from './read-arguments.ts';

export const openapi: Command = {
  summary: 'Print the OpenAPI document',
  help: `swath openapi

Prints the OpenAPI 3.1 document of this release as JSON. Needs no data folder and no running service.
The same settings give the same bytes (SWATH_VENDOR names the key's header and parameter in it).

  --json     accepted for symmetry: it is JSON either way

Examples:
  swath openapi > openapi.json
  swath openapi | jq '.paths | keys'`,
  run: async (args, terminal) => {
    readArguments(args, { flags: { json: { type: 'boolean' } } });
    const { createServer } = await import('../http/server.ts');
    // Routes are described, never called: the stores are not there.
    const service = {
      config: readConfig(terminal.env),
      clock: systemClock,
      log: silentLog,
      tracer: noTracer,
    } as Service;
    const { app } = await createServer(service);
    printJson(terminal, await app.openApi());
    return exitCodes.done;
  },
};
