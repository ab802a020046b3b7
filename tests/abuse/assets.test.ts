import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/call.ts';
import { errorProblem } from './support/error-object.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { rawRequest } from './support/raw-request.ts';

const secret = 'outside the folder of the assets';
let fixture: Fixture;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'swath-assets-'));
  const web = join(folder, 'dist');
  mkdirSync(join(web, 'assets', 'deep'), { recursive: true });
  for (const outside of ['secret.js', 'dist/secret.js', 'dist/index.html', 'dist/assets.js'])
    writeFileSync(join(folder, outside), secret);
  mkdirSync(join(web, 'assets-other'));
  writeFileSync(join(web, 'assets-other', 'secret.js'), secret);
  writeFileSync(join(web, 'assets', 'app.js'), 'inside');
  writeFileSync(join(web, 'assets', 'deep', 'app.js'), 'inside');
  writeFileSync(join(web, 'assets', '.env'), secret);
  writeFileSync(join(web, 'assets', 'noextension'), secret);
  symlinkSync(join(folder, 'secret.js'), join(web, 'assets', 'link.js'));
  symlinkSync(folder, join(web, 'assets', 'up'));
  symlinkSync(join(web, 'assets', 'app.js'), join(web, 'assets', 'inner-link.js'));
  fixture = await startFixture({}, { webFolder: web });
});
afterAll(async () => {
  await fixture.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('serves what is inside', async () => {
  for (const path of [
    '/assets/app.js',
    '/assets/deep/app.js',
    '/assets/deep/../app.js',
    '/assets/%61pp.js',
    '/assets/inner-link.js',
  ]) {
    const answer = await call(fixture.url, path);
    expect([path, answer.status, answer.text]).toEqual([path, 200, 'inside']);
  }
});

const dots = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '..%00',
  '....',
  '..;',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '\u00ae',
];
const slashes = ['/', '%2f', '%5c', '\\', '//', '%2f%2f', '/./', '%c0%af', '%252f'];

describe('serves nothing outside', () => {
  it('by any spelling of dots and slashes', async () => {
    for (const dot of dots)
      for (const slash of slashes)
        for (const target of [
          `secret.js`,
          `${dot}${slash}secret.js`,
          `assets-other${slash}secret.js`,
          `${dot}${slash}${dot}${slash}etc${slash}passwd`,
        ]) {
          const path = `/assets/${dot}${slash}${target}`;
          const { answers, text } = await rawRequest(
            fixture.url,
            `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
            { isEnded: true },
          );
          expect(text, `with ${path}`).not.toContain(secret);
          expect(text, `with ${path}`).not.toContain('root:');
          for (const answer of answers) expect(errorProblem(answer), `with ${path}`).toBeNull();
        }
  });

  it('by absolute paths, NUL, and names that are no files', async () => {
    for (const path of [
      '/assets//etc/passwd',
      '/assets/%2fetc%2fpasswd',
      `/assets/${encodeURIComponent(join(folder, 'secret.js'))}`,
      '/assets/app.js%00.png',
      '/assets/%00',
      '/assets/',
      '/assets',
      '/assets/.',
      '/assets/deep',
      '/assets/deep/',
      '/assets/.env',
      '/assets/noextension',
      `/assets/${'a'.repeat(2_000)}.js`,
      '/assets/app.js/x.js',
      '/assets/con.js',
      '/assets/file:%2f%2f%2fetc%2fpasswd',
      '/assets/C:%5cwindows.js',
    ]) {
      const answer = await call(fixture.url, path);
      expect([path, answer.text.includes(secret), errorProblem(answer)]).toEqual([path, false, null]);
      expect([path, answer.status >= 400]).toEqual([path, true]);
    }
  });

  it('by a symbolic link that leads out', async () => {
    for (const path of ['/assets/link.js', '/assets/up/secret.js', '/assets/up/dist/assets/../secret.js']) {
      const answer = await call(fixture.url, path);
      expect([path, answer.status, errorProblem(answer)]).toEqual([path, 404, null]);
    }
  });
});
