import { type FirstAdministrator, ensureFirstAdministrator } from './accounts/first-administrator.ts';
import { forgetFailuresAfterMs } from './accounts/throttle.ts';
import { createLastUsedRecorder } from './api-keys/last-used.ts';
import { compose } from './compose.ts';
import { type Config, withPublicUrl } from './config.ts';
import type { ServerOptions } from './http/server-options.ts';
import { createServer } from './http/server.ts';
import { type OutboxLoop, startOutboxLoop } from './notifications/outbox-loop.ts';
import type { Service } from './service.ts';
import { type Clock, minuteMs, secondMs, systemClock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';

export type RunningService = {
  readonly service: Service;
  readonly url: string;
  /** Only at the first start. */
  readonly administrator: FirstAdministrator | null;
  stop(): Promise<void>;
};
export type RunOptions = Pick<ServerOptions, 'webFolder' | 'checkAnswer'> & {
  readonly clock?: Clock;
  readonly stopWithinMs?: number;
};

/** Longer than any request of ours should take, shorter than what an orchestrator waits before it kills. */
const defaultStopWithinMs = 25 * secondMs;
const lingerMs = 250;

/** Opens the stores, starts the background work, listens. `stop` takes no more, finishes what runs, then closes. */
export async function runService(config: Config, log: Log, options: RunOptions = {}): Promise<RunningService> {
  const clock = options.clock ?? systemClock;
  const installation = await compose(withPublicUrl(config, config.PORT), log, clock);
  const { mailer } = installation;
  let { service } = installation;
  const lastUsed = createLastUsedRecorder(service);
  const outbox = startOutboxLoop({ ...service, mailer }, { intervalMs: 5 * secondMs });
  const sweeper = startSweeper(service);
  try {
    const port = config.PORT === 0 ? await freePort() : config.PORT;
    service = { ...service, config: withPublicUrl(config, port), ...waking(outbox, service) };
    // Before listening: whoever sees the service ready can sign in.
    const administrator = await ensureFirstAdministrator(service);
    const { app, closeAllConnections } = await createServer(service, { ...options, lastUsed });
    const url = await app.listen({ port, host: config.SWATH_HOST });
    const stop = async () => {
      installation.markStopping();
      // Connections that the system has taken for us but we have not seen yet are served, not reset.
      await delay(lingerMs);
      clearInterval(sweeper);
      const served = Promise.race([app.close(), delay(options.stopWithinMs ?? defaultStopWithinMs)]);
      await Promise.all([served, outbox.stop()]);
      closeAllConnections();
      await lastUsed.stop();
      await installation.close();
    };
    return { service, url, administrator, stop };
  } catch (error) {
    clearInterval(sweeper);
    await Promise.all([lastUsed.stop(), outbox.stop()]);
    await installation.close();
    throw error;
  }
}

/** A mail that was just queued leaves at once, not at the loop's next turn. */
function waking(loop: OutboxLoop, { oneTimeLinks, outbox }: Service): Pick<Service, 'oneTimeLinks' | 'outbox'> {
  const thenWake = async (queued: Promise<void>) => {
    await queued;
    loop.wake();
  };
  return {
    oneTimeLinks: { ...oneTimeLinks, create: (...link) => thenWake(oneTimeLinks.create(...link)) },
    outbox: { ...outbox, enqueue: (...mail) => thenWake(outbox.enqueue(...mail)) },
  };
}

/** Removes what is expired, so that tables hold only what can still be used. */
function startSweeper({ sessions, throttle, clock, log }: Service): NodeJS.Timeout {
  const sweep = async () => {
    const nowMs = clock.nowMs();
    await sessions.sweep(nowMs);
    await throttle.sweep(nowMs - forgetFailuresAfterMs);
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
