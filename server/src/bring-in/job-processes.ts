import { type Config, settingTable } from '../config.ts';
import type { Fault } from '../adapters/threads/fault.ts';
import { startProcess } from '../adapters/threads/start-process.ts';
import type { JobNews, JobOutcome, JobRunner } from '../ingest/jobs/ports.ts';
import { secondMs } from '../shared/clock.ts';
import type { FromJob, ToJob } from './job-protocol.ts';

/** Longer than any batch takes; then its process is ended, and goes on from its checkpoint later. */
const stopWithinMs = 10 * secondMs;

const secretVariables = new Set(
  Object.entries(settingTable).flatMap(([name, { isSecret }]) => (isSecret ? [name, `${name}_FILE`] : [])),
);

/** Without secrets: what of them a job needs comes with the settings that it is told. */
export const environmentOfJob = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([variable]) => !secretVariables.has(variable)));

/** A process for each job: what a hostile source makes it take of memory and time is its own. */
export function createJobProcesses(given: Config): JobRunner {
  // It stores items and nothing else; where they lie in PostgreSQL it is told how to reach that.
  const config: Config = {
    ...given,
    SWATH_MASTER_KEY: null,
    SWATH_SEARCH_DATABASE_URL: null,
    SWATH_ADMIN_PASSWORD: null,
    SWATH_SMTP_URL: null,
    SWATH_METRICS_TOKEN: null,
  };
  return {
    start(job) {
      const child = startProcess('job-worker', import.meta.url, [], environmentOfJob(process.env));
      let last: JobNews | null = null;
      let told: JobOutcome | null = null;
      let killer: NodeJS.Timeout | undefined;
      const tell = (message: ToJob) => child.connected && child.send(message, () => undefined);
      child.on('message', (received) => {
        const message = received as FromJob;
        last = message.news;
        if (message.type === 'ended') told = { kind: 'finished', isFinished: message.isFinished };
        else if (message.type === 'failed') told = outcomeOf(message.fault);
      });
      const ended = new Promise<JobOutcome>((resolve) => {
        const lost = (reason: string) => {
          clearTimeout(killer);
          resolve(told ?? { kind: 'lost', reason });
        };
        child.once('error', ({ message }) => lost(`its process could not be started: ${message}`));
        child.once('exit', (code, signal) => lost(`its process ended (${signal ?? code})`));
      });
      tell({ type: 'run', job, config });
      return {
        ended,
        news: () => last,
        stop() {
          if (killer !== undefined) return;
          tell({ type: 'stop' });
          killer = setTimeout(() => void child.kill('SIGKILL'), stopWithinMs).unref();
        },
      };
    },
  };
}

/** What is out of reach may be back later; all else stays as bad as it is. */
function outcomeOf({ message, platform }: Fault): JobOutcome {
  const mayPass = platform === undefined || ['unavailable', 'disk_low', 'conflict', 'internal'].includes(platform.kind);
  return { kind: mayPass ? 'lost' : 'failed', reason: message };
}
