import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Line, median, quantile } from '../support/report.ts';
import { type Served, createKey, serve, signIn } from '../support/serve.ts';

const people = 50;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Others' waiting time at the 99th percentile while 50 people sign in at once, against the same without them. */
export async function signInCrowd(rounds: number): Promise<readonly Line[]> {
  const served = await serve({ SWATH_LOG_LEVEL: 'info' });
  const crowd = startCrowd(served);
  try {
    const key = await createKey(served, await signIn(served));
    await watch(served, key, 1_000, crowd.signIn);
    const idle: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const quiet = quantile(await watch(served, key, 2_000, async () => {}), 0.99);
      const busy = quantile(await watch(served, key, 1_000, crowd.signIn), 0.99);
      idle.push(quiet);
      ratios.push(busy / quiet);
      console.error(`round ${round + 1}: p99 ${quiet.toFixed(2)} ms idle, ${busy.toFixed(2)} ms during sign-ins`);
    }
    const ratio = median(ratios);
    const measured = `${ratio.toFixed(2)} (idle ${median(idle).toFixed(2)} ms, ${rounds * people} sign-ins)`;
    const what = `p99 of other requests while ${people} sign in at once : idle`;
    return [{ what, measured, bound: 'at most 3.00', isHeld: ratio <= 3 }];
  } finally {
    crowd.stop();
    await served.stop();
  }
}

function startCrowd({ url, admin }: Served) {
  const body = JSON.stringify({ grant_type: 'password', username: admin.email, password: admin.password });
  const script = fileURLToPath(new URL('./crowd.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, url, body, String(people)], { stdio: ['pipe', 'pipe', 'inherit'] });
  return {
    signIn: async () => {
      child.stdin.write('go\n');
      await once(child.stdout, 'data');
    },
    stop: () => void child.kill(),
  };
}

/** One request every 4 ms for the given time, or as long as the crowd takes; the waits in ms. */
async function watch(served: Served, key: string, ms: number, crowd: () => Promise<void>): Promise<number[]> {
  const waits: Promise<number>[] = [];
  const crowdEnd = { isOver: false };
  const least = new Promise<void>((resolve) => setTimeout(resolve, ms));
  const ended = Promise.all([crowd(), least]).then(() => void (crowdEnd.isOver = true));
  while (!crowdEnd.isOver) {
    waits.push(waitOf(served, key));
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  await ended;
  return Promise.all(waits);
}

function waitOf(served: Served, key: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    request(`${served.url}/auth/self`, { agent, headers: { 'vendor-api-key': key } }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - start));
    })
      .once('error', reject)
      .end();
  });
}
