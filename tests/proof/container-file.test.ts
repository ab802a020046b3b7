import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';
import { buildWithoutContainer, healthCheckOf, readStages } from '../examples/support/container-file.ts';
import { root } from '../support/build-server.ts';
import { freePort } from '../support/free-port.ts';

test('what the container file copies and runs makes a service that starts, and has no sources of tests or tools for them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-image-'));
  // Two trees of packages: their removal takes a while on a busy machine.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 300_000);
  const [context, stages] = [join(folder, 'context'), join(folder, 'stages')];
  const tracked = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of tracked.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    cpSync(join(root, file), join(context, file));
  }
  const text = readFileSync(join(root, 'examples/deploy/Dockerfile'), 'utf8');
  const swath = join(buildWithoutContainer(readStages(text), context, stages), 'swath');
  const data = temporaryFolder();
  const port = String(await freePort());
  const [program, ...started] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(text)![1]!) as [string, ...string[]];
  const [command] = JSON.parse(/^CMD (.*)$/m.exec(text)![1]!) as [string];
  expect([program, command]).toEqual(['node', 'serve']);
  const child = spawn(process.execPath, [...started, command], {
    cwd: swath,
    env: { NODE_ENV: 'production', SWATH_HOST: '127.0.0.1', SWATH_DATA: data, SWATH_DEMO: '0', PORT: port },
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const check = healthCheckOf(text).replace('8080', port);
  const isHealthy = () => {
    try {
      execFileSync(process.execPath, ['-e', check]);
      return true;
    } catch {
      return child.exitCode !== null;
    }
  };
  while (!isHealthy()) await new Promise((resolve) => setTimeout(resolve, 200));
  const url = `http://127.0.0.1:${port}`;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('<div id="root">');
  expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  const held = execFileSync('ls', [swath, join(swath, 'node_modules')], { encoding: 'utf8' }).split('\n');
  expect(held.filter((name) => ['tests', 'bench', 'vitest', 'typescript', 'vite', 'data'].includes(name))).toEqual([]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 1_800_000);
