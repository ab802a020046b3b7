import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { callUnlessCut, signIn } from '../abuse/support/call.ts';
import { childAdmin, startChild } from '../abuse/support/child-service.ts';
import { errorProblem } from '../abuse/support/error-object.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

const megabytesOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

it.skipIf(process.platform !== 'linux')(
  'S6: a hundred bodies of 100 MB, with and without a length: 413 or cut off, and memory stays flat',
  async () => {
    const service = await startChild(temporaryFolder(), { SWATH_LOG_LEVEL: 'warn' });
    onTestFinished(() => void service.process.kill('SIGKILL'));
    const body = Buffer.alloc(100_000_000, 0x20);
    const before = megabytesOf(service.process.pid!);
    const seen: string[] = [];
    let cut = 0;
    for (let sent = 0; sent < 100; sent++) {
      const headers = sent % 2 === 0 ? {} : { 'content-length': undefined, 'transfer-encoding': 'chunked' };
      const answer = await callUnlessCut(service.url, '/authenticate', { method: 'POST', body, headers });
      if (answer === null) cut++;
      else seen.push(errorProblem(answer) ?? String(answer.status));
    }
    expect(new Set(seen)).toEqual(new Set(['413']));
    const growth = megabytesOf(service.process.pid!) - before;
    console.log(
      `${before.toFixed(0)} MB before, ${growth.toFixed(0)} MB more after; ${cut} of 100 cut off before they were sent`,
    );
    expect(growth).toBeLessThan(150);
    expect((await signIn(service.url, childAdmin.email, childAdmin.password)).bearer).toBeTruthy();
    expect(await service.end('SIGTERM')).toBe(0);
  },
);
