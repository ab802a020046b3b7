import { Agent } from 'node:http';
import { expect } from 'vitest';
import { call } from './call.ts';
import type { ChildService } from './child-service.ts';

type Tally = { answered: number; readonly wrong: string[]; readonly refusedAtMs: number[] };

/** One client that keeps its connection and calls until the service is gone. */
async function callUntilRefused(url: string, key: string, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (;;) {
      const answer = await call(url, '/auth/self', { key, agent });
      if (answer.status === 200) tally.answered++;
      else tally.wrong.push(`${answer.status} ${answer.text}`);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A reused connection that the server closed while it was idle was never a request that it accepted.
    if (code !== 'ECONNREFUSED' && code !== 'ECONNRESET' && code !== 'EPIPE') tally.wrong.push(message);
    tally.refusedAtMs.push(Date.now());
  } finally {
    agent.destroy();
  }
}

const answeredByTheLog = (service: ChildService) =>
  service
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"route":"/auth/self"') && line.includes('"status":200')).length;

/** SIGTERM while so many clients keep calling: every request that was accepted is answered, and it ends well; how many. */
export async function stopUnderLoad(
  service: ChildService,
  key: string,
  count: number,
  leastAnswered: number,
): Promise<number> {
  const tally: Tally = { answered: 0, wrong: [], refusedAtMs: [] };
  const clients = Array.from({ length: count }, () => callUntilRefused(service.url, key, tally));
  await expect.poll(() => tally.answered, { timeout: 60_000 }).toBeGreaterThan(leastAnswered);
  const startMs = Date.now();
  expect(await service.end('SIGTERM')).toBe(0);
  expect(Date.now() - startMs).toBeLessThan(20_000);
  await Promise.all(clients);
  expect(tally.wrong).toEqual([]);
  // What the service says it answered arrived.
  expect(tally.answered).toBe(answeredByTheLog(service));
  await expect(call(service.url, '/livez', { agent: new Agent() })).rejects.toThrow('ECONNREFUSED');
  return tally.answered;
}
