import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { call, signIn } from '../abuse/support/call.ts';
import { childAdmin, startChild } from '../abuse/support/child-service.ts';
import { errorProblem } from '../abuse/support/error-object.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

const megabytesOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

it.skipIf(process.platform !== 'linux')(
  'S6: a hundred bodies of 100 MB, with and without a length: 413, and memory stays flat',
  async () => {
    const service = await startChild(temporaryFolder(), { SWATH_LOG_LEVEL: 'warn' });
    onTestFinished(() => void service.process.kill('SIGKILL'));
    const body = Buffer.alloc(100_000_000, 0x20);
    const before = megabytesOf(service.process.pid!);
    for (let sent = 0; sent < 100; sent++) {
      const headers = sent % 2 === 0 ? {} : { 'content-length': undefined, 'transfer-encoding': 'chunked' };
      const answer = await call(service.url, '/authenticate', { method: 'POST', body, headers });
      expect([answer.status, errorProblem(answer)]).toEqual([413, null]);
    }
    const growth = megabytesOf(service.process.pid!) - before;
    console.log(`${before.toFixed(0)} MB before, ${growth.toFixed(0)} MB more after`);
    expect(growth).toBeLessThan(150);
    expect((await signIn(service.url, childAdmin.email, childAdmin.password)).bearer).toBeTruthy();
    expect(await service.end('SIGTERM')).toBe(0);
  },
);
