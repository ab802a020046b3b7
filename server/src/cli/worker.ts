import { hostname } from 'node:os';
import { readConfig } from '../config.ts';
import { type Command, exitCodes } from './command.ts';
import { requireInstallation } from './installation.ts';
import { createProcessLog } from './process-log.ts';
import { readArguments } from './read-arguments.ts';
import { listenForLastStop } from './until-stopped.ts';

export const worker: Command = {
  summary: 'Deliver orders, beside the service or instead of it',
  help: `swath worker

Cuts and delivers the tiles of orders, on the data of the settings, until it is stopped (SIGTERM or SIGINT): what it
was at is given back then, and others go on with it. Any number of workers may run, also beside 'swath serve', which
delivers by itself too unless SWATH_DELIVERY=0. SWATH_DELIVERY_THREADS says how many tiles are made at a time.

Examples:
  swath worker
  SWATH_DELIVERY_THREADS=8 nice swath worker`,
  run: async (args, terminal) => {
    readArguments(args, {});
    const config = readConfig(terminal.env);
    requireInstallation(config);
    const stopping = listenForLastStop(terminal.isSeen.err);
    const log = createProcessLog(config);
    try {
      const { runWorker } = await import('../run-worker.ts');
      const running = await runWorker(config, log, `worker ${hostname()} ${process.pid}`);
      terminal.err('delivering orders');
      log.info('stopping', { signal: await stopping.signal });
      await running.stop();
      log.info('stopped');
    } finally {
      log.flush();
      stopping.forget();
    }
    return exitCodes.done;
  },
};
