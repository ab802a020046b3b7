import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { type Server, type ServerResponse, createServer, request } from 'node:http';
import { join } from 'node:path';
import { schemaFolder } from '../wfs/support-schemas.ts';

const schemaPlaces = [
  ['http://schemas.opengis.net/', 'ogc'],
  ['http://www.w3.org/', 'w3c'],
] as const;

/**
 * The suites know no keys, and every request needs one: what stands between adds it. To Java it is also the proxy, which
 * gives the schemas of OGC and W3C from the folder, and nothing else of the web.
 */
export async function startBetween(port: number, swath: { readonly url: string; readonly token: string }) {
  const server = createServer((asked, answer) => {
    if (!asked.url!.startsWith('/')) return answerSchema(asked.url!, answer);
    const headers = { ...asked.headers, authorization: `Bearer ${swath.token}` };
    const passed = request(new URL(asked.url!, swath.url), { method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode!, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server satisfies Server;
}

function answerSchema(address: string, answer: ServerResponse): void {
  const place = schemaPlaces.find(([prefix]) => address.startsWith(prefix));
  const file = place === undefined ? '' : join(schemaFolder, place[1], address.slice(place[0].length));
  if (!existsSync(file)) return void answer.writeHead(404).end();
  answer.writeHead(200, { 'content-type': 'application/xml' }).end(readFileSync(file));
}

export type SuiteRun = {
  readonly java: string;
  readonly jars: readonly string[];
  readonly main: string;
  readonly options: readonly string[];
  readonly port: number;
  /** Where results are written. */
  readonly folder: string;
};

export type Outcomes = { readonly counts: Readonly<Record<string, number>>; readonly failed: readonly string[] };

/** Of the tests alone: what prepares those of optional parts, which this service has not, fails by design. */
export async function runSuite({ java, jars, main, options, port, folder }: SuiteRun): Promise<Outcomes> {
  const proxy = ['-Dhttp.proxyHost=127.0.0.1', `-Dhttp.proxyPort=${port}`, `-Duser.home=${folder}`];
  const run = ['-Djava.awt.headless=true', ...proxy, '-cp', jars.join(':'), main, ...options];
  const child = spawn(java, run, { stdio: 'ignore', cwd: folder });
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const results = names.find((name) => name.endsWith('testng-results.xml'));
  if (results === undefined) throw new Error(`${main} ended without results`);
  return outcomesIn(readFileSync(join(folder, results), 'utf8'));
}

function outcomesIn(text: string): Outcomes {
  const counts: Record<string, number> = {};
  const failed: string[] = [];
  for (const [, attributes = '', inside = ''] of text.matchAll(
    /<test-method ([^>]*?)(?:\/>|>(.*?)<\/test-method>)/gs,
  )) {
    const valueOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? '';
    if (valueOf('is-config') === 'true') continue;
    const status = valueOf('status');
    counts[status] = (counts[status] ?? 0) + 1;
    if (status === 'FAIL') failed.push(`${valueOf('name')}: ${/<message>(.*?)<\/message>/s.exec(inside)?.[1]?.trim()}`);
  }
  return { counts, failed };
}
