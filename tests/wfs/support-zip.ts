import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a zip by their names, each held to its checksum. */
export function readZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20)));
    if (bytes.length !== zip.readUInt32LE(at + 24) || crc32(bytes) !== zip.readUInt32LE(at + 16))
      throw new Error(`${name} is not what the zip says it is`);
    files.set(name, bytes);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
