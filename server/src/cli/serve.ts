import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { administratorProblem } from '../accounts/first-administrator.ts';
import { createStreamLog } from '../adapters/node/stream-log.ts';
import { lockDataFolder } from '../adapters/sqlite/data-folder-lock.ts';
import { makeDataFolder } from '../adapters/node/master-key.ts';
import { type Config, readConfig } from '../config.ts';
import { BadSettings } from '../shared/settings.ts';
import { type Command, type Terminal, exitCodes } from './command.ts';
import { readArguments } from './read-arguments.ts';
import { welcomeText } from './welcome-text.ts';

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
    const config = readServeConfig(terminal);
    makeDataFolder(config.dataFolder);
    const lock = await lockDataFolder(config.dataFolder);
    const log = createStreamLog(process.stderr, config.SWATH_LOG_LEVEL, logFormat(config));
    try {
      const { runService } = await import('../run-service.ts');
      // Listened for from the start, so that a stop that comes early is a clean one too.
      const stopping = stopSignal();
      const running = await runService(config, log, { webFolder: webFolder() });
      terminal.out(welcomeText(running.service.config, running.url, running.administrator));
      const signal = await stopping;
      log.info('stopping', { signal });
      await running.stop();
      log.info('stopped');
      log.flush();
    } finally {
      await lock.release();
    }
    return exitCodes.done;
  },
};

function readServeConfig(terminal: Terminal): Config {
  const config = readConfig(terminal.env);
  const problem = administratorProblem(config);
  if (problem !== null) throw new BadSettings([`SWATH_ADMIN_PASSWORD ${problem}`]);
  return config;
}

function logFormat(config: Config): 'json' | 'text' {
  if (config.SWATH_LOG_FORMAT !== 'auto') return config.SWATH_LOG_FORMAT;
  return process.stderr.isTTY ? 'text' : 'json';
}

/** In a checkout the web application is built beside the server; the published package carries it inside. */
function webFolder(): string | undefined {
  const here = fileURLToPath(new URL('..', import.meta.url));
  return [join(here, '../../web/dist'), join(here, '../web')].find((folder) => existsSync(join(folder, 'index.html')));
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}
