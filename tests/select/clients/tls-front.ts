import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** TLS on a port of this machine before a service that speaks plain HTTP: some clients know https alone. */
export type TlsFront = { readonly certificate: string; to(url: string): void; close(): Promise<void> };

export async function startTlsFront(port: number, names: readonly string[] = ['localhost']): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'].concat([
      '-addext',
      `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
    { stdio: 'pipe' },
  );
  let target: URL | null = null;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (from, to) => {
    const onward = request(
      { hostname: target!.hostname, port: target!.port, method: from.method, path: from.url, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(to);
      },
    );
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return {
    certificate,
    to: (url) => void (target = new URL(url)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
