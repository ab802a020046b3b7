import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { saySkipped } from '../../support/say-skipped.ts';
import { type WfsService, endpoint, rowOfTen, startWfs } from '../support.ts';

/** The all-in-one jar of org.opengis.cite:ets-wfs20, and the Java that runs it: 1.25 is the newest on Maven Central and wants 8. */
const jar = process.env['SWATH_TEST_OGC_SUITE'] ?? '';
const java = process.env['SWATH_TEST_OGC_SUITE_JAVA'] ?? 'java';
const hasSuite = existsSync(jar);
if (!hasSuite) saySkipped('ogc-suite', 'SWATH_TEST_OGC_SUITE names no ets-wfs20 jar');

const allottedMs = 1_800_000;

/** The suite knows no keys, and every request needs one: what stands between adds it. */
async function addingToken(port: number, { url, token }: WfsService): Promise<Server> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const passed = request(new URL(asked.url!, url), { method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode!, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

type Outcome = { readonly name: string; readonly status: string };

/** Of the tests alone: what prepares those of optional parts, which this service has not, fails by design. */
function outcomesIn(folder: string): readonly Outcome[] {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('testng-results.xml'),
  );
  const text = readFileSync(join(folder, file!), 'utf8');
  return [...text.matchAll(/<test-method ([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? '';
    return valueOf('is-config') === 'true' ? [] : [{ name: valueOf('name'), status: valueOf('status') }];
  });
}

describe.skipIf(!hasSuite)('the test suite of OGC for WFS 2.0', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfs-suite-'));
  let swath: WfsService;
  let between: Server;
  let home = '';
  beforeAll(async () => {
    const port = await freePort();
    home = `http://127.0.0.1:${port}`;
    swath = await startWfs({ SWATH_API_URL: home });
    between = await addingToken(port, swath);
    await swath.collection('row');
    await swath.load('row', rowOfTen);
  });
  afterAll(async () => {
    between.close();
    await swath.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'Simple WFS, Basic WFS and result paging: no test fails',
    async () => {
      const settings = join(folder, 'suite.xml');
      const capabilities = `${home}${endpoint}?service=WFS&amp;request=GetCapabilities`;
      writeFileSync(settings, `<properties version="1.0"><entry key="wfs">${capabilities}</entry></properties>`);
      const child = spawn(java, ['-jar', jar, '-o', folder, settings], { stdio: 'ignore' });
      await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
      const outcomes = outcomesIn(folder);
      expect(outcomes.filter(({ status }) => status === 'FAIL').map(({ name }) => name)).toEqual([]);
      expect(outcomes.filter(({ status }) => status === 'PASS').length).toBeGreaterThan(90);
    },
    allottedMs,
  );
});
