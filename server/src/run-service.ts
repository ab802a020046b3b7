import { type FirstAdministrator, addressInTheWay, ensureFirstAdministrator } from './accounts/first-administrator.ts';
import type { PasswordHasher } from './accounts/ports.ts';
import { forgetFailuresAfterMs } from './accounts/throttle.ts';
import { createLastUsedRecorder } from './api-keys/last-used.ts';
import { compose } from './compose.ts';
import { type Config, withPublicUrl } from './config.ts';
import type { ServerOptions } from './http/server-options.ts';
import { createServer } from './http/server.ts';
import { type OutboxLoop, startOutboxLoop } from './notifications/outbox-loop.ts';
import { startSelectLoop } from './select/running/select-loop.ts';
import type { Service } from './service.ts';
import { type Clock, minuteMs, secondMs, systemClock } from './shared/clock.ts';
import { PlatformError } from './shared/errors.ts';
import type { Log } from './shared/log.ts';

export type RunningService = {
  readonly service: Service;
  readonly url: string;
  /** Only at the first start, and until its generated password was shown. */
  readonly administrator: FirstAdministrator | null;
  /** The address that kept the first administrator from being made, while there is none at all. */
  readonly addressInTheWay: string | null;
  stop(): Promise<void>;
};
export type RunOptions = Pick<ServerOptions, 'webFolder' | 'checkAnswer'> & {
  readonly clock?: Clock;
  readonly hasher?: PasswordHasher;
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
export async function runService(config: Config, log: Log, options: RunOptions = {}): Promise<RunningService> {
  const clock = options.clock ?? systemClock;
  const installation = await compose(withPublicUrl(config, config.PORT), log, clock);
  const { mailer } = installation;
  let service: Service = { ...installation.service, ...(options.hasher ? { hasher: options.hasher } : {}) };
  const lastUsed = createLastUsedRecorder(service);
  const outbox = startOutboxLoop({ ...service, mailer }, { intervalMs: 5 * secondMs });
  // The embedded store has one service at a time.
  const selects = startSelectLoop(service, { isAlone: installation.database.dialect === 'sqlite' });
  const sweeper = startSweeper(service);
  let server: Awaited<ReturnType<typeof createServer>> | null = null;
  let isReady = false;
  try {
    const port = config.PORT === 0 ? await freePort() : config.PORT;
    const checkStore = readyWhen(() => isReady, service);
    service = { ...service, config: withPublicUrl(config, port), checkStore, ...waking(outbox, service) };
    server = await createServer(service, { ...options, lastUsed });
    const { app, closeAllConnections } = server;
    const url = await app.listen({ port, host: config.SWATH_HOST });
    // After listening: a start that fails at a busy port must not have made a password that nobody saw.
    const administrator = await ensureFirstAdministrator(service);
    const inTheWay = administrator === null ? await addressInTheWay(service) : null;
    if (inTheWay !== null) log.warn('there is no active administrator: the address is taken', { email: inTheWay });
    // Whoever sees the service ready can sign in.
    isReady = true;
    // Not waited for: until they run, a search waits for them.
    if (options.isWarm !== false) void installation.warm();
    const demo = config.SWATH_DEMO ? installation.makeDemo() : null;
    demo?.catch((error: unknown) => log.error('the demo archive is not made', { reason: String(error) }));
    const stop = async () => {
      installation.markStopping();
      // Connections that the system has taken for us but we have not seen yet are served, not reset.
      await delay(options.lingerMs ?? defaultLingerMs);
      clearInterval(sweeper);
      const demoStopped = demo?.then((making) => making.stop()).catch(() => undefined);
      const served = Promise.race([app.close(), delay(options.stopWithinMs ?? defaultStopWithinMs)]);
      await Promise.all([served, outbox.stop(), demoStopped]);
      closeAllConnections();
      // Last of all: until now somebody may have been told to come back.
      await selects.stop();
      await lastUsed.stop();
      await installation.close();
    };
    return { service, url, administrator, addressInTheWay: inTheWay, stop };
  } catch (error) {
    clearInterval(sweeper);
    server?.closeAllConnections();
    await Promise.all([server?.app.close(), lastUsed.stop(), outbox.stop(), selects.stop()]);
    await installation.close();
    throw error;
  }
}

const readyWhen =
  (isReady: () => boolean, { checkStore }: Service): Service['checkStore'] =>
  async () => {
    if (!isReady()) throw new PlatformError('unavailable', { reason: 'starting', retryAfterSeconds: 1 });
    await checkStore();
  };

/** A mail that was just queued leaves at once, not at the loop's next turn. */
function waking(
  loop: OutboxLoop,
  { accounts, oneTimeLinks, outbox }: Service,
): Pick<Service, 'accounts' | 'oneTimeLinks' | 'outbox'> {
  const thenWake = async <T>(queued: Promise<T>): Promise<T> => {
    const outcome = await queued;
    loop.wake();
    return outcome;
  };
  return {
    accounts: {
      ...accounts,
      create: (...account) => thenWake(accounts.create(...account)),
      setPassword: (...change) => thenWake(accounts.setPassword(...change)),
    },
    oneTimeLinks: {
      ...oneTimeLinks,
      create: (...link) => thenWake(oneTimeLinks.create(...link)),
      consumeForPassword: (...use) => thenWake(oneTimeLinks.consumeForPassword(...use)),
    },
    outbox: { ...outbox, enqueue: (...mail) => thenWake(outbox.enqueue(...mail)) },
  };
}

/** Removes what is expired, so that tables hold only what can still be used. */
function startSweeper({ sessions, throttle, selections, clock, log }: Service): NodeJS.Timeout {
  const sweep = async () => {
    const nowMs = clock.nowMs();
    await sessions.sweep(nowMs);
    await throttle.sweep(nowMs - forgetFailuresAfterMs);
    await selections.sweep(nowMs);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn('sweep failed', { error: error instanceof Error ? error.message : '' }));
  }, 10 * minuteMs);
  return timer.unref();
}

async function freePort(): Promise<number> {
  const { createServer: createTcpServer } = await import('node:net');
  const probe = createTcpServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
