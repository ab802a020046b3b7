import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { catalogFile, rebuildCatalog } from '../open-catalog.ts';
import { type Command, exitCodes } from './command.ts';
import { printFacts, printJson } from './print.ts';
import { readArguments } from './read-arguments.ts';

const flags = { json: { type: 'boolean' } } as const;

export const reindex: Command = {
  summary: 'Build the catalogue anew from its documents',
  help: `swath reindex [--json]

Reads every collection and item of the catalogue and builds all that follows from them anew: the index of places and
times, declared properties, words, statistics, counts and summaries. The new catalogue is a file of its own, is compared
with the old one document by document, and takes its place only when all are the same; until then nothing changes.
No service and no ingest may run meanwhile, and there must be room for a second catalogue.

Run it where 'swath doctor' says that the catalogue's index is damaged, or where searches find what is not there.
What a service must index anew by itself (another setting, a new release) it does by itself.

  --json   one JSON document

Examples:
  systemctl stop swath && swath reindex && systemctl start swath`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags });
    const config = readConfig(terminal.env);
    if (config.SWATH_DATABASE_URL !== null)
      throw new Error('the catalogue is in PostgreSQL: REINDEX and ANALYZE are its own means for that');
    if (!existsSync(catalogFile(config))) throw new Error(`there is no catalogue in ${config.dataFolder}`);
    const begunMs = performance.now();
    let saidMs = begunMs;
    const report = await rebuildCatalog(config, (items) => {
      if (values.json || performance.now() - saidMs < 2_000) return;
      saidMs = performance.now();
      terminal.err(`${items} items`);
    });
    const seconds = Math.round((performance.now() - begunMs) / 100) / 10;
    if (values.json) printJson(terminal, { ...report, seconds });
    else
      printFacts(terminal, {
        collections: String(report.collections),
        items: String(report.items),
        seconds: String(seconds),
      });
    terminal.err('the catalogue is built anew, and holds what it held');
    return exitCodes.done;
  },
};
