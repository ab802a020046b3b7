import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { swath } from '../cli/swath-in-process.ts';
import { healthCheckOf } from '../examples/support/container-file.ts';
import { root } from '../support/build-server.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { startService } from '../support/start-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'swath-tls-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function canMake(): boolean {
  try {
    for (const name of ['one', 'two'])
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
          '-subj',
          `/CN=${name}`,
          '-keyout',
          at(`${name}.key`),
          '-out',
          at(`${name}.pem`),
        ],
        { stdio: 'ignore' },
      );
    return true;
  } catch {
    saySkipped('openssl', 'no program to make certificates with');
    return false;
  }
}

function use(name: string): void {
  cpSync(at(`${name}.key`), at('key.pem'));
  cpSync(at(`${name}.pem`), at('cert.pem'));
}

/** Over a connection of its own: whose certificate it has, and what is answered. */
const ask = (url: string): Promise<{ readonly name: string; readonly status: number; readonly hsts: unknown }> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/livez`, { rejectUnauthorized: false, agent: false }, (response) => {
      const { CN } = (response.socket as TLSSocket).getPeerCertificate().subject;
      response.resume().on('end', () =>
        resolve({
          name: String(CN),
          status: response.statusCode!,
          hsts: response.headers['strict-transport-security'],
        }),
      );
    });
    sent.on('error', reject).end();
  });

/** What the container file asks whether the service is well, in a process as there. */
function isHealthy(env: Record<string, string>): Promise<boolean> {
  const text = readFileSync(join(root, 'examples/deploy/Dockerfile'), 'utf8');
  return new Promise((resolve) =>
    execFile(process.execPath, ['-e', healthCheckOf(text)], { env }, (error) => resolve(error === null)),
  );
}

describe.skipIf(!canMake())('SWATH_TLS_CERT and SWATH_TLS_KEY', () => {
  test('the service speaks HTTPS, and takes a new certificate without a restart; a bad one changes nothing', async () => {
    use('one');
    const running = await startService({ SWATH_TLS_CERT: at('cert.pem'), SWATH_TLS_KEY: at('key.pem') });
    try {
      expect(running.url).toMatch(/^https:/);
      expect(running.service.config.publicUrl).toMatch(/^https:\/\/localhost/);
      expect(await ask(running.url)).toEqual({ name: 'one', status: 200, hsts: 'max-age=31536000' });
      const PORT = new URL(running.url).port;
      expect(await Promise.all([isHealthy({ PORT, SWATH_TLS_CERT: 'a file' }), isHealthy({ PORT })])).toEqual([
        true,
        false,
      ]);
      use('two');
      process.emit('SIGHUP');
      expect((await ask(running.url)).name).toBe('two');
      writeFileSync(at('key.pem'), 'not a key');
      process.emit('SIGHUP');
      expect((await ask(running.url)).name).toBe('two');
      use('one');
      // By itself, within a few seconds.
      await expect.poll(async () => (await ask(running.url)).name, { timeout: 10_000, interval: 200 }).toBe('one');
      await expect(fetch(running.url.replace('https:', 'http:'))).rejects.toThrow('fetch failed');
    } finally {
      await running.stop();
    }
    expect(process.listenerCount('SIGHUP')).toBe(0);
  });

  test('a certificate and a key that do not fit are refused at the start', async () => {
    cpSync(at('one.pem'), at('cert.pem'));
    cpSync(at('two.key'), at('key.pem'));
    const start = startService({ SWATH_TLS_CERT: at('cert.pem'), SWATH_TLS_KEY: at('key.pem') });
    await expect(start).rejects.toThrow('SWATH_TLS_CERT and SWATH_TLS_KEY cannot be used');
  });

  test('swath doctor tells of a certificate and a key that do not fit', async () => {
    const env = { SWATH_DATA: at('none'), SWATH_TLS_CERT: at('one.pem'), SWATH_TLS_KEY: at('two.key') };
    const { stdout } = await swath(['doctor'], env);
    expect(stdout).toContain('ERROR   TLS: SWATH_TLS_CERT and SWATH_TLS_KEY cannot be used');
    expect((await swath(['doctor'], { ...env, SWATH_TLS_KEY: at('one.key') })).stdout).toContain(
      'TLS: the certificate is good',
    );
  });
});
