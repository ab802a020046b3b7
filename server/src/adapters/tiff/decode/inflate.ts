import { promisify } from 'node:util';
import { inflate as inflateCallback } from 'node:zlib';
import { refuseCorrupt } from '../../../imagery/refuse.ts';

const inflateAsync = promisify(inflateCallback) as (
  bytes: Uint8Array,
  options: { chunkSize: number; maxOutputLength: number },
) => Promise<Buffer>;

/** In zlib's thread, into one buffer (a byte larger, or Node makes a second); a stream that holds more ends with an error, not with memory. */
export async function inflate(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  try {
    return await inflateAsync(bytes, { chunkSize: Math.max(64, maxBytes + 1), maxOutputLength: maxBytes });
  } catch (cause) {
    throw refuseCorrupt(`DEFLATE data (${(cause as Error).message})`);
  }
}
