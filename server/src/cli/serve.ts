import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { administratorProblems, recordShown } from '../accounts/first-administrator.ts';
import { makeDataFolder } from '../adapters/node/data-folder.ts';
import { lockDataFolder } from '../adapters/sqlite/data-folder-lock.ts';
import { type Config, type SettingsCheck, readConfig } from '../config.ts';
import { tlsProblems } from '../http/tls-files.ts';
import type { RunningService } from '../run-service.ts';
import { type Role, roles } from '../shared/role.ts';
import { type Command, type Terminal, UsageError, exitCodes } from './command.ts';
import { createProcessLog } from './process-log.ts';
import { asChoice, readArguments } from './read-arguments.ts';
import { listenForLastStop } from './until-stopped.ts';
import { noAdministratorText, welcomeText } from './welcome-text.ts';

/**
 * Of what was in use when a heap was last collected: by default it may grow to a multiple of that. With 20 a flood of small
 * answers has its heap collected twice a second, for a tenth of its processor time.
 */
const heapGrowthPercent = 35;

export const serve: Command = {
  summary: 'Run the service',
  help: `swath serve [--role all|api|worker]

Runs the service with the settings of the environment (docs/operating.md lists them).
Stops cleanly on SIGTERM or SIGINT.

  --role all      answers requests and does all that runs by itself (this is what it does without the flag)
  --role api      answers requests alone; something must run as worker beside it
  --role worker   delivers orders, sends mails and webhooks, runs ingests, watches for saved searches, sweeps;
                  answers /livez, /readyz and /metrics alone

Any number of nodes of each role work on one PostgreSQL (SWATH_DATABASE_URL), each with a data folder of its own and all
with the same SWATH_MASTER_KEY. The embedded database has one node, of role all.

Examples:
  swath serve
  swath serve --role worker
  PORT=9000 SWATH_DATA=/srv/swath swath serve
  SWATH_DATABASE_URL_FILE=/run/secrets/database swath serve`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags: { role: { type: 'string' } } });
    const role = values.role === undefined ? 'all' : asChoice('--role', values.role, roles);
    const config = readConfig(terminal.env, problems);
    if (role !== 'all' && config.SWATH_DATABASE_URL === null)
      throw new UsageError(`--role ${role} needs SWATH_DATABASE_URL: the embedded database has one node`);
    // Here and not for the process: however it is started.
    setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
    // What the command line of node says of it is for this thread: every other has a limit of its own.
    setFlagsFromString('--max-semi-space-size=0');
    // One that comes during the start is done right after it.
    const stopping = listenForLastStop(terminal.isSeen.err && config.SWATH_TLS_CERT === null);
    try {
      await serveUntil(stopping.signal, config, role, terminal);
    } finally {
      stopping.forget();
    }
    return exitCodes.done;
  },
};

/** What only a service asks of the settings. */
const problems: SettingsCheck = (values) => [...administratorProblems(values), ...tlsProblems(values)];

async function serveUntil(
  stopSignal: Promise<NodeJS.Signals>,
  config: Config,
  role: Role,
  terminal: Terminal,
): Promise<void> {
  makeDataFolder(config.dataFolder);
  const lock = await lockDataFolder(config.dataFolder);
  const log = createProcessLog(config);
  try {
    const { runService } = await import('../run-service.ts');
    const running = await runService(config, log, { webFolder: webFolder(), role });
    await welcome(running, role, terminal);
    log.info('stopping', { signal: await stopSignal });
    await running.stop();
    log.info('stopped');
  } finally {
    log.flush();
    await lock.release();
  }
}

async function welcome(running: RunningService, role: Role, { out, err }: Terminal): Promise<void> {
  const { service, url, administrator, addressInTheWay } = running;
  if (role === 'worker')
    return out(`Swath is ready at ${url}\n\n  A worker: it answers /livez, /readyz and /metrics alone`);
  out(welcomeText(service.config, url, administrator));
  if (administrator !== null) await recordShown(service, administrator);
  if (addressInTheWay !== null) err(noAdministratorText(addressInTheWay));
}

/** The web application as a checkout builds it; without it the API runs alone. */
function webFolder(): string | undefined {
  const folder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
