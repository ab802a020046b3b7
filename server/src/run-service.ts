import {
  type FirstAdministrator,
  addressInTheWay,
  ensureFirstAdministrator,
  isGivenInVain,
} from './accounts/first-administrator.ts';
import type { PasswordHasher } from './accounts/ports.ts';
import { createLastUsedRecorder } from './api-keys/last-used.ts';
import { startBackground } from './background.ts';
import { compose } from './compose.ts';
import { withoutManaged, withoutUploads } from './compose-job-files.ts';
import { type Config, withPublicUrl } from './config.ts';
import type { ServerOptions } from './http/server-options.ts';
import { createServer } from './http/server.ts';
import type { Service } from './service.ts';
import { type Clock, secondMs, systemClock } from './shared/clock.ts';
import { PlatformError } from './shared/errors.ts';
import type { Log } from './shared/log.ts';
import type { Role } from './shared/role.ts';

export type RunningService = {
  readonly service: Service;
  readonly url: string;
  /** Only at the first start, and until its generated password was shown. */
  readonly administrator: FirstAdministrator | null;
  /** The address that kept the first administrator from being made, while there is none at all. */
  readonly addressInTheWay: string | null;
  stop(): Promise<void>;
};
export type RunOptions = Pick<ServerOptions, 'webFolder' | 'checkAnswer' | 'bodyWithinMs'> & {
  readonly clock?: Clock;
  readonly hasher?: PasswordHasher;
  readonly role?: Role;
  /** False leaves the search threads to the first search: tests start many services. */
  readonly isWarm?: boolean;
  readonly stopWithinMs?: number;
  /** How long a stop still takes connections that are on their way. */
  readonly lingerMs?: number;
};

/** Longer than any request of ours should take, shorter than what an orchestrator waits before it kills. */
const defaultStopWithinMs = 25 * secondMs;
const defaultLingerMs = 250;

/** Opens the stores, starts the background work, listens. `stop` takes no more, finishes what runs, then closes. */
export async function runService(given: Config, log: Log, options: RunOptions = {}): Promise<RunningService> {
  const { clock = systemClock, role = 'all' } = options;
  const held = given.PORT === 0 ? await holdFreePort() : null;
  const port = held?.port ?? given.PORT;
  const config = withPublicUrl(given, port);
  const installation = await compose(config, log, clock).catch(async (error: unknown) => {
    await held?.letGo();
    throw error;
  });
  let service: Service = { ...installation.service, ...(options.hasher ? { hasher: options.hasher } : {}) };
  const lastUsed = createLastUsedRecorder(service);
  const background = startBackground(installation, service, role);
  let server: Awaited<ReturnType<typeof createServer>> | null = null;
  let isReady = false;
  try {
    const checkStore = readyWhen(() => isReady, service);
    const jobFiles = role === 'api' ? withoutUploads(service) : service.jobFiles;
    const buckets = role === 'api' ? withoutManaged(service) : service.buckets;
    service = { ...service, checkStore, jobFiles, buckets, ...background.stores };
    server = await createServer(service, { ...options, lastUsed, isHealthAlone: role === 'worker' });
    const { app, closeAllConnections, closeSilentConnections } = server;
    await held?.letGo();
    const listened = await app.listen({ port, host: config.SWATH_HOST });
    // The framework does not know of the server that it was given.
    const url = config.SWATH_TLS_CERT === null ? listened : listened.replace(/^http:/, 'https:');
    // After listening: a start that fails at a busy port must not have made a password that nobody saw.
    const administrator = role === 'worker' ? null : await ensureFirstAdministrator(service);
    const inTheWay = administrator === null && role !== 'worker' ? await addressInTheWay(service) : null;
    if (inTheWay !== null) log.warn('there is no active administrator: the address is taken', { email: inTheWay });
    if (administrator === null && role !== 'worker' && (await isGivenInVain(service))) log.warn(passwordInVain);
    // Whoever sees the service ready can sign in.
    isReady = true;
    // Not waited for: until they run, a search waits for them.
    if (options.isWarm !== false && role !== 'worker') void installation.warm();
    // Its files lie on this node: others could not read them.
    const demo = config.SWATH_DEMO && role === 'all' ? installation.makeDemo() : null;
    demo?.catch((error: unknown) => log.error('the demo archive is not made', { reason: String(error) }));
    const stop = async () => {
      installation.markStopping();
      // Connections that the system has taken for us but we have not seen yet are served, not reset.
      await delay(options.lingerMs ?? defaultLingerMs);
      const demoStopped = demo?.then((making) => making.stop()).catch(() => undefined);
      const served = Promise.race([app.close(), delay(options.stopWithinMs ?? defaultStopWithinMs)]);
      // A request may be on its way on one that has just been taken: it has the same moment.
      void delay(options.lingerMs ?? defaultLingerMs).then(closeSilentConnections);
      await Promise.all([served, background.stop(), demoStopped]);
      closeAllConnections();
      await background.stopSelects();
      await lastUsed.stop();
      await installation.close();
    };
    return { service, url, administrator, addressInTheWay: inTheWay, stop };
  } catch (error) {
    server?.closeAllConnections();
    await Promise.all([
      held?.letGo(),
      server?.app.close(),
      lastUsed.stop(),
      background.stop(),
      background.stopSelects(),
    ]);
    await installation.close();
    throw error;
  }
}

const passwordInVain =
  'SWATH_ADMIN_PASSWORD is not the password of SWATH_ADMIN_EMAIL: it is for the first start; swath account reset-password sets another';

const readyWhen =
  (isReady: () => boolean, { checkStore }: Service): Service['checkStore'] =>
  async () => {
    if (!isReady()) throw new PlatformError('unavailable', { reason: 'starting', retryAfterSeconds: 1 });
    await checkStore();
  };

type HeldPort = { readonly port: number; letGo(): Promise<void> };

/** Any port that is free, and nobody else's until it is let go: a start takes long enough for others to take it. */
async function holdFreePort(): Promise<HeldPort> {
  const { createServer: createTcpServer } = await import('node:net');
  // Whoever still tries a service that had the port would keep the probe from closing.
  const probe = createTcpServer((caller) => void caller.destroy());
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  return { port, letGo: () => new Promise((resolve) => void probe.close(() => resolve())) };
}

const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
