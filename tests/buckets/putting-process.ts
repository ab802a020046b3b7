/** Puts a stream into a bucket in a process of its own; says how far it is, and at its end what it took. */
import { readFileSync } from 'node:fs';
import { createBuckets } from '../../server/src/adapters/buckets/open-buckets.ts';

export type PutOrder = {
  readonly dataFolder: string;
  readonly endpoint: string | null;
  readonly key: string;
  readonly byteLength: number;
  /** Where it waits for ever: a number of bytes, or `commit`. */
  readonly stopsAt: number | 'commit' | null;
};

const order = JSON.parse(process.argv[2]!) as PutOrder;
const keys = { accessKeyId: 'tester', secretAccessKey: 'a secret of tests' };
const s3 = order.endpoint === null ? null : { endpoint: order.endpoint, region: null, isPathStyle: true, keys };
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const forEver = () => new Promise<never>(() => void setInterval(() => {}, 1_000));

let heldBytes = 0;

/** What is still in use once garbage is gone. */
function weigh(): void {
  globalThis.gc?.();
  heldBytes = Math.max(heldBytes, process.memoryUsage().arrayBuffers);
}

async function* source(): AsyncGenerator<Uint8Array, void> {
  const pieceBytes = 1_000_000;
  for (let at = 0; at < order.byteLength; at += pieceBytes) {
    if (at === order.stopsAt) {
      say({ at });
      await forEver();
    }
    if (at % 10_000_000 === 0) weigh();
    yield Buffer.alloc(Math.min(pieceBytes, order.byteLength - at), at / pieceBytes);
  }
}

async function beforeCommit(): Promise<void> {
  if (order.stopsAt !== 'commit') return;
  say({ at: 'commit' });
  await forEver();
}

/** Of this process alone: `maxRSS` begins with what the one that started it had. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024;
}

const buckets = createBuckets({ dataFolder: order.dataFolder, roots: [], s3, mayReachPrivate: false });
const bucket = await buckets.open({ kind: 'named', name: 'demo' });
const beforeBytes = peakBytes();
const put = await bucket.put(order.key, source(), { contentType: 'image/tiff', beforeCommit });
say({ ...put, heldBytes, beforeBytes, peakBytes: peakBytes() });
bucket.close();
