import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type ServerResponse, createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../../support/listen.ts';
import { program } from '../../support/program.ts';
import { freshFolder } from '../swath-in-process.ts';
import { cleanEnv } from '../swath-process.ts';

const bytes = randomBytes(400_000);
const file = {
  key: '7/33/a-visual.tif',
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  content_type: 'image/tiff',
  link: 'http://anywhere',
};
const order = { id: '7', state: 'SUCCEEDED', order: {}, progress: { tiles: {}, bytes: {} } };

/** An order whose file stops coming after so many bytes; with nothing left to stop at, all of it comes. */
const stops: number[] = [];
const ranges: (string | undefined)[] = [];
const server = createServer(({ url, headers }, response) => {
  const json = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  if (url === '/order/7/events')
    response.setHeader('content-type', 'text/event-stream').end(`data: ${JSON.stringify(order)}\n\n`);
  else if (url === '/order/7/files') json({ data: [file], has_more: false });
  else if (url === '/order/7') json(order);
  else sendFile(headers.range, response);
});

function sendFile(range: string | undefined, response: ServerResponse): void {
  ranges.push(range);
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
  const stop = stops.shift();
  if (stop === undefined) response.end(bytes.subarray(from));
  else response.write(bytes.subarray(from, stop));
}

const folder = freshFolder();
const whole = join(folder, '33', 'a-visual.tif');
const unfinished = `${whole}.unfinished`;

let listening: Listening;
beforeAll(async () => void (listening = await listen(server)));
afterAll(async () => {
  await listening.close();
  rmSync(folder, { recursive: true, force: true });
});

function download() {
  const env = cleanEnv({ SWATH_URL: listening.url, SWATH_API_KEY: 'key', XDG_CONFIG_HOME: folder });
  const child = spawn(process.execPath, [program, 'order', 'download', '7', '--to', folder], { env });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number | null]>]);
  return { child, ended };
}

const written = () => (existsSync(unfinished) ? statSync(unfinished).size : 0);
const patience = { timeout: 20_000 };

test('a download that is killed, then stopped, goes on each time with the bytes that it has', async () => {
  stops.push(100_000, 250_000);
  const killed = download();
  await expect.poll(written, patience).toBe(100_000);
  killed.child.kill('SIGKILL');
  await killed.ended;

  const stopped = download();
  await expect.poll(written, patience).toBe(250_000);
  stopped.child.kill('SIGINT');
  const [, told, [code]] = await stopped.ended;
  expect([code, told]).toEqual([130, 'swath order download: stopped\n']);
  expect(existsSync(whole)).toBe(false);

  const [stdout, stderr, [last]] = await download().ended;
  expect([last, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ resumed: 1, fetched: 0, bytes: 150_000 });
  expect(ranges).toEqual([undefined, 'bytes=100000-', 'bytes=250000-']);
  expect(readFileSync(whole).equals(bytes)).toBe(true);
  expect(existsSync(unfinished)).toBe(false);
});
