import { brokenOff } from '../broken-off.ts';
import { ChecksumError, SwathError } from '../errors.ts';
import { isAway, type Patience, sleep } from '../patience.ts';
import { pathOf } from '../query.ts';
import { createSha256, type Hasher } from '../sha256.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { OrderFile } from '../wire/order.ts';

type Promised = Pick<OrderFile, 'key' | 'size' | 'sha256'>;

export type DownloadOptions = CallOptions & {
  /** Bytes that are there already; `hasher` has then seen them. */
  readonly from?: number;
  /** SHA-256 of another make, such as that of `node:crypto`. */
  readonly hasher?: Hasher;
};

/** The answer where there is nothing behind the bytes that came. */
const nothingBehind = 416;

const comeBack: Pick<Patience, 'attempts' | 'firstDelayMs'> = { attempts: 5, firstDelayMs: 500 };

/** The bytes of a file of the managed bucket: goes on where the connection broke, fails at the end when they are wrong. */
export async function* downloadFile(
  sender: Sender,
  id: string,
  file: Promised,
  { from = 0, hasher = createSha256(), signal }: DownloadOptions = {},
): AsyncGenerator<Uint8Array> {
  let done = from;
  for (let broken = 0; file.size === null || done < file.size;) {
    try {
      for await (const bytes of bytesFrom(sender, id, file.key, done, signal)) {
        hasher.update(bytes);
        done += bytes.length;
        broken = 0;
        yield bytes;
      }
      broken += 1;
      // Some proxies end an answer that broke off as if it were whole.
      if (file.size === null || done >= file.size || broken >= comeBack.attempts) break;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof SwathError && error.status === nothingBehind) break;
      broken += 1;
      if ((error instanceof SwathError && !isAway(error)) || broken >= comeBack.attempts) throw error;
    }
    await sleep(comeBack.firstDelayMs * 2 ** (broken - 1), signal);
  }
  const problem = problemOf(file, done, hasher);
  if (problem !== null) throw new ChecksumError(`${file.key} ${problem}`);
}

/** What is wrong with bytes that should be a delivered file; null where nothing is. */
export async function findWrong(
  file: Promised,
  bytes: AsyncIterable<Uint8Array>,
  hasher: Hasher = createSha256(),
): Promise<string | null> {
  let size = 0;
  for await (const part of bytes) {
    hasher.update(part);
    size += part.length;
  }
  return problemOf(file, size, hasher);
}

function problemOf({ size, sha256 }: Promised, found: number, hasher: Hasher): string | null {
  if (size !== null && found !== size) return `has ${found} bytes where ${size} were delivered`;
  if (sha256 !== null && hasher.digest() !== sha256) return 'has another checksum than what was delivered';
  return null;
}

async function* bytesFrom(
  sender: Sender,
  id: string,
  key: string,
  from: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const headers = { accept: '*/*', ...(from === 0 ? {} : { range: `bytes=${from}-` }) };
  const path = pathOf('order', id, 'files', ...key.split('/'));
  const response = await sender.open({ method: 'GET', path, headers, signal });
  // A proxy may not know ranges: then all of it comes once more.
  let unwanted = response.status === 206 ? 0 : from;
  const reader = response.body!.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(brokenOff(key, signal));
      if (done) return;
      const passed = Math.min(unwanted, value.length);
      unwanted -= passed;
      if (passed < value.length) yield value.subarray(passed);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
