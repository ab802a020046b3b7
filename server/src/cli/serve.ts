import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { administratorProblems, recordShown } from '../accounts/first-administrator.ts';
import { makeDataFolder } from '../adapters/node/data-folder.ts';
import { lockDataFolder } from '../adapters/sqlite/data-folder-lock.ts';
import { type Config, readConfig } from '../config.ts';
import type { RunningService } from '../run-service.ts';
import { type Command, type Terminal, exitCodes } from './command.ts';
import { createProcessLog } from './process-log.ts';
import { readArguments } from './read-arguments.ts';
import { listenForStop } from './until-stopped.ts';
import { noAdministratorText, welcomeText } from './welcome-text.ts';

export const serve: Command = {
  summary: 'Run the service',
  help: `swath serve

Runs the service with the settings of the environment (docs/operating.md lists them).
Stops cleanly on SIGTERM or SIGINT.

Examples:
  swath serve
  PORT=9000 SWATH_DATA=/srv/swath swath serve
  SWATH_DATABASE_URL_FILE=/run/secrets/database swath serve`,
  run: async (args, terminal) => {
    readArguments(args, {});
    const config = readConfig(terminal.env, administratorProblems);
    // One that comes during the start is done right after it.
    const stopping = listenForStop();
    try {
      await serveUntil(stopping.signal, config, terminal);
    } finally {
      stopping.forget();
    }
    return exitCodes.done;
  },
};

async function serveUntil(stopSignal: Promise<NodeJS.Signals>, config: Config, terminal: Terminal): Promise<void> {
  makeDataFolder(config.dataFolder);
  const lock = await lockDataFolder(config.dataFolder);
  const log = createProcessLog(config);
  try {
    const { runService } = await import('../run-service.ts');
    const running = await runService(config, log, { webFolder: webFolder() });
    await welcome(running, terminal);
    log.info('stopping', { signal: await stopSignal });
    await running.stop();
    log.info('stopped');
  } finally {
    log.flush();
    await lock.release();
  }
}

async function welcome(running: RunningService, { out, err }: Terminal): Promise<void> {
  const { service, url, administrator, addressInTheWay } = running;
  out(welcomeText(service.config, url, administrator));
  if (administrator !== null) await recordShown(service, administrator);
  if (addressInTheWay !== null) err(noAdministratorText(addressInTheWay));
}

/** The web application as a checkout builds it; without it the API runs alone. */
function webFolder(): string | undefined {
  const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
