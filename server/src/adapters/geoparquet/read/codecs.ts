import zlib from 'node:zlib';
import { refuseDamaged, refuseForm } from './refuse.ts';
import { uncompressLz4 } from './lz4.ts';
import { uncompressSnappy } from './snappy.ts';

const names = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'];
const zstdCodec = 6;

type Uncompress = (bytes: Buffer, length: number) => Uint8Array;
type Options = { readonly maxOutputLength: number };

// From Node 22.15 on.
const { zstdDecompressSync } = zlib as unknown as {
  readonly zstdDecompressSync?: (bytes: Uint8Array, options: Options) => Buffer;
};

let zstd: Uncompress | null =
  zstdDecompressSync === undefined ? null : (bytes, length) => zstdDecompressSync(bytes, { maxOutputLength: length });

const codecs: Readonly<Record<number, Uncompress>> = {
  0: (bytes) => bytes,
  1: uncompressSnappy,
  2: (bytes, length) => zlib.gunzipSync(bytes, { maxOutputLength: length }),
  4: (bytes, length) => zlib.brotliDecompressSync(bytes, { maxOutputLength: length }),
  6: (bytes, length) => zstd!(bytes, length),
  7: uncompressLz4,
};

/** Loads what these codecs need; refuses those that are not known. */
export async function prepareCodecs(wanted: ReadonlySet<number>): Promise<void> {
  for (const codec of wanted)
    if (!(codec in codecs)) throw refuseForm(`${names[codec] ?? `codec ${codec}`} compression is`);
  if (!wanted.has(zstdCodec) || zstd !== null) return;
  const { ZSTDDecoder } = await import('zstddec');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  zstd = (bytes, length) => decoder.decode(bytes, length);
}

/** Into exactly so many bytes, whatever the data claim. */
export function uncompress(codec: number, bytes: Buffer, length: number): Buffer {
  if (length === 0) return Buffer.alloc(0);
  const found = unpack(codec, bytes, length);
  if (found.length !== length) throw refuseDamaged(`a page has ${found.length} bytes, ${length} were said`);
  return Buffer.from(found.buffer, found.byteOffset, found.length);
}

function unpack(codec: number, bytes: Buffer, length: number): Uint8Array {
  const decode = codecs[codec];
  if (decode === undefined) throw refuseForm(`${names[codec] ?? `codec ${codec}`} compression is`);
  try {
    return decode(bytes, length);
  } catch (cause) {
    throw refuseDamaged(`${names[codec]} data (${(cause as Error).message})`);
  }
}
