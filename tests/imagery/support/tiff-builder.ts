/** A field of a directory: TIFF type and values; the builder finds a place for them. */
export type FieldToWrite = { readonly type: 1 | 2 | 3 | 4 | 7 | 12 | 16; readonly values: readonly number[] };

export type DirectoryToWrite = {
  readonly fields: Readonly<Record<number, FieldToWrite>>;
  readonly isTiled: boolean;
  /** Null is a block that is not there. */
  readonly blocks: readonly (Uint8Array | null)[];
};

export type TiffToWrite = {
  readonly order: 'little' | 'big';
  readonly isBig: boolean;
  readonly directories: readonly DirectoryToWrite[];
};

const sizes = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 12: 8, 16: 8 } as const;

/** Writes what it is told, sense or nonsense: header, blocks, values, then the directories. */
export function buildTiff({ order, isBig, directories }: TiffToWrite): Buffer {
  const isLittle = order === 'little';
  const parts: Buffer[] = [header(isLittle, isBig)];
  let length = parts[0]!.length;
  const add = (bytes: Uint8Array): number => {
    const at = length;
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
    parts.push(padded);
    length += padded.length;
    return at;
  };
  const pointer = isBig ? 8 : 4;
  let link = isBig ? 8 : 4;
  const links: [number, number][] = [];
  for (const { fields, isTiled, blocks } of directories) {
    const type = isBig ? 16 : 4;
    const offsets = { type, values: blocks.map((block) => (block === null ? 0 : add(block))) } as const;
    const counts = { type, values: blocks.map((block) => block?.length ?? 0) } as const;
    const all = { ...(isTiled ? { 324: offsets, 325: counts } : { 273: offsets, 279: counts }), ...fields };
    const entries = Object.entries(all).map(([tag, field]) => {
      const values = encodeValues(field, isLittle);
      const isInline = values.length <= pointer;
      const inline = isInline
        ? Buffer.concat([values, Buffer.alloc(pointer - values.length)])
        : integer(add(values), pointer, isLittle);
      return Buffer.concat([
        integer(Number(tag), 2, isLittle),
        integer(field.type, 2, isLittle),
        integer(field.values.length, pointer, isLittle),
        inline,
      ]);
    });
    const body = Buffer.concat([
      integer(entries.length, isBig ? 8 : 2, isLittle),
      ...entries,
      integer(0, pointer, isLittle),
    ]);
    const at = add(body);
    links.push([link, at]);
    link = at + body.length - pointer;
  }
  const whole = Buffer.concat(parts);
  for (const [place, at] of links) integer(at, pointer, isLittle).copy(whole, place);
  return whole;
}

function header(isLittle: boolean, isBig: boolean): Buffer {
  const mark = Buffer.from(isLittle ? 'II' : 'MM');
  if (!isBig) return Buffer.concat([mark, integer(42, 2, isLittle), integer(0, 4, isLittle)]);
  return Buffer.concat([
    mark,
    integer(43, 2, isLittle),
    integer(8, 2, isLittle),
    integer(0, 2, isLittle),
    integer(0, 8, isLittle),
  ]);
}

function integer(value: number, length: number, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  const short = bytes.subarray(0, length);
  return isLittle ? short : Buffer.from(short.toReversed());
}

function encodeValues({ type, values }: FieldToWrite, isLittle: boolean): Buffer {
  if (type !== 12) return Buffer.concat(values.map((value) => integer(value, sizes[type], isLittle)));
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) {
    if (isLittle) bytes.writeDoubleLE(value, index * 8);
    else bytes.writeDoubleBE(value, index * 8);
  }
  return bytes;
}
