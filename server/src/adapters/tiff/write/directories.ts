import { type OutField, byteLengthOf, typeNumberOf, writeValues } from './field.ts';

/** Sizes that differ between TIFF and BigTIFF. */
const shapes = {
  classic: { header: 8, count: 2, entry: 12, pointer: 4 },
  big: { header: 16, count: 8, entry: 20, pointer: 8 },
} as const;

export type TiffKind = keyof typeof shapes;

/** What GDAL looks for to read blocks without asking for their sizes first; texts and blanks as GDAL writes them. */
function ghostArea(hasMask: boolean): string {
  const lines = [
    'LAYOUT=IFDS_BEFORE_DATA',
    'BLOCK_ORDER=ROW_MAJOR',
    'BLOCK_LEADER=SIZE_AS_UINT4',
    'BLOCK_TRAILER=LAST_4_BYTES_REPEATED',
    'KNOWN_INCOMPATIBLE_EDITION=NO',
  ];
  const body = `${lines.join('\n')}\n ${hasMask ? 'MASK_INTERLEAVED_WITH_IMAGERY=YES\n' : ''}`;
  return `GDAL_STRUCTURAL_METADATA_SIZE=${String(body.length).padStart(6, '0')} bytes\n${body}`;
}

const even = (offset: number) => offset + (offset % 2);

/** Values that do not fit into the entry stand after the directory; the index of tiles after all directories. */
const isApart = (field: OutField, pointer: number) => byteLengthOf(field) > pointer;
const isIndex = ({ tag }: OutField) => tag === 324 || tag === 325;

/** How long header and directories are, and thus where the first tile may lie. */
export function headLength(directories: readonly (readonly OutField[])[], kind: TiffKind, hasMask: boolean): number {
  return place(directories, kind, hasMask).end;
}

export function headBytes(directories: readonly (readonly OutField[])[], kind: TiffKind, hasMask: boolean): Uint8Array {
  const { starts, values, end } = place(directories, kind, hasMask);
  const { header, count, entry, pointer } = shapes[kind];
  const bytes = new Uint8Array(end);
  const view = new DataView(bytes.buffer);
  const putPointer = (at: number, value: number) =>
    kind === 'big' ? view.setBigUint64(at, BigInt(value), true) : view.setUint32(at, value, true);
  bytes.set(kind === 'big' ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] : [0x49, 0x49, 42, 0]);
  putPointer(header - pointer, starts[0]!);
  bytes.set(Buffer.from(ghostArea(hasMask), 'latin1'), header);
  for (const [index, fields] of directories.entries()) {
    const start = starts[index]!;
    if (kind === 'big') view.setBigUint64(start, BigInt(fields.length), true);
    else view.setUint16(start, fields.length, true);
    for (const [order, field] of fields.entries()) {
      const at = start + count + order * entry;
      view.setUint16(at, field.tag, true);
      view.setUint16(at + 2, typeNumberOf(field), true);
      putPointer(at + 4, field.values.length);
      const apart = values.get(field);
      if (apart === undefined) writeValues(field, view, at + 4 + pointer);
      else {
        putPointer(at + 4 + pointer, apart);
        writeValues(field, view, apart);
      }
    }
    putPointer(start + count + fields.length * entry, starts[index + 1] ?? 0);
  }
  return bytes;
}

function place(directories: readonly (readonly OutField[])[], kind: TiffKind, hasMask: boolean) {
  const { header, count, entry, pointer } = shapes[kind];
  const starts: number[] = [];
  const values = new Map<OutField, number>();
  let at = even(header + ghostArea(hasMask).length);
  const put = (field: OutField) => {
    values.set(field, at);
    at = even(at + byteLengthOf(field));
  };
  for (const fields of directories) {
    starts.push(at);
    at += count + fields.length * entry + pointer;
    fields.filter((field) => isApart(field, pointer) && !isIndex(field)).forEach(put);
  }
  for (const fields of directories) fields.filter((field) => isApart(field, pointer) && isIndex(field)).forEach(put);
  return { starts, values, end: at };
}
