import { createHash } from 'node:crypto';
import type { Bucket } from '../../../server/src/buckets/ports.ts';

/** Bytes that are the same each time, none of them like its neighbours. */
export async function* invented(byteLength: number, pieceBytes = 300_007): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < byteLength; at += pieceBytes) {
    const piece = Buffer.alloc(Math.min(pieceBytes, byteLength - at), `${at} of ${byteLength} `);
    yield piece;
  }
}

/** Ends in an error after so many bytes. */
export async function* breakingOff(byteLength: number): AsyncGenerator<Uint8Array, void> {
  yield* invented(byteLength);
  throw new Error('the source broke');
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function sha256Of(body: AsyncIterable<Uint8Array>): Promise<string> {
  const digest = createHash('sha256');
  for await (const piece of body) digest.update(piece);
  return digest.digest('hex');
}

export const readWhole = async (bucket: Bucket, key: string): Promise<Buffer> => bytesOf((await bucket.get(key)).body);

export async function keysOf(bucket: Bucket, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list(prefix)) keys.push(key);
  return keys;
}
