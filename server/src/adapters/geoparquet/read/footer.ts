import {
  EndOfBytes,
  type ThriftCursor,
  eachEntry,
  eachField,
  readBinary,
  readInteger,
  readText,
  skip,
  thriftTypes,
} from './thrift.ts';
import { refuseDamaged, refuseSize } from './refuse.ts';

/** A file that is read at any place; shorter than asked for where it ends. */
export type RandomFile = {
  readonly byteLength: number;
  readonly read: (offset: number, length: number) => Buffer;
};

export type SchemaElement = {
  readonly name: string;
  readonly type: number | null;
  readonly typeLength: number;
  readonly repetition: number;
  readonly children: number;
  readonly converted: number | null;
  readonly scale: number;
  readonly logical: LogicalType | null;
};
export type LogicalType = {
  readonly id: number;
  readonly isSigned: boolean;
  readonly unit: number;
  readonly scale: number;
  /** Of a geometry, where it is not the usual one. */
  readonly crs: string | null;
};

export type ColumnMeta = {
  readonly codec: number;
  readonly entries: number;
  readonly storedBytes: number;
  readonly dataOffset: number;
  readonly dictionaryOffset: number | null;
};

export type Footer = {
  readonly elements: readonly SchemaElement[];
  readonly rows: number;
  readonly groups: number;
  readonly metadata: ReadonlyMap<string, string>;
  /** Where the data end. */
  readonly dataEnd: number;
  readonly group: (index: number) => { readonly rows: number; readonly columns: readonly ColumnMeta[] };
};

const mostFooterBytes = 256 * 1_024 * 1_024;
const mostElements = 100_000;
const endBytes = 8;

/** Reads what a Parquet file says of itself. */
export function readFooter(file: RandomFile): Footer {
  if (file.byteLength < endBytes + 4) throw refuseDamaged('it is too short to be one');
  const end = file.read(file.byteLength - endBytes, endBytes);
  const magic = end.toString('latin1', 4);
  if (magic === 'PARE') throw refuseSize('it is encrypted');
  if (magic !== 'PAR1') throw refuseDamaged('it does not end as a Parquet file does, it may have been cut off');
  const length = end.readUInt32LE(0);
  if (length > file.byteLength - endBytes - 4) throw refuseDamaged('its footer is said to be longer than the file');
  if (length > mostFooterBytes) throw refuseSize(`its footer has ${length} bytes, ${mostFooterBytes} are the most`);
  const bytes = file.read(file.byteLength - endBytes - length, length);
  try {
    return parseFooter(bytes, file.byteLength - endBytes - length);
  } catch (error) {
    if (error instanceof EndOfBytes) throw refuseDamaged('its footer ends too early');
    throw error;
  }
}

function parseFooter(bytes: Buffer, dataEnd: number): Footer {
  const cursor: ThriftCursor = { bytes, at: 0 };
  const elements: SchemaElement[] = [];
  const groupOffsets: number[] = [];
  const metadata = new Map<string, string>();
  let rows = -1;
  eachField(cursor, (field, type) => {
    if (field === 2 && type === thriftTypes.list)
      eachEntry(cursor, () => elements.push(readElement(cursor, elements.length)));
    else if (field === 3 && type === thriftTypes.i64) rows = readInteger(cursor);
    else if (field === 4 && type === thriftTypes.list)
      eachEntry(cursor, () => {
        groupOffsets.push(cursor.at);
        skip(cursor, thriftTypes.struct);
      });
    else if (field === 5 && type === thriftTypes.list) eachEntry(cursor, () => readKeyValue(cursor, metadata));
    else return false;
    return true;
  });
  if (elements.length === 0) throw refuseDamaged('it has no schema');
  if (rows < 0) throw refuseDamaged('it does not say how many rows it has');
  // An item takes more than a byte, however it is packed.
  if (rows > dataEnd) throw refuseDamaged(`it claims ${rows} rows in ${dataEnd} bytes`);
  return {
    elements,
    rows,
    groups: groupOffsets.length,
    metadata,
    dataEnd,
    group: (index) => readGroup({ bytes, at: groupOffsets[index]! }),
  };
}

function readElement(cursor: ThriftCursor, index: number): SchemaElement {
  if (index >= mostElements) throw refuseSize(`its schema has more than ${mostElements} elements`);
  const numbers = new Map<number, number>();
  let name = '';
  let logical: LogicalType | null = null;
  eachField(cursor, (field, type) => {
    if (field === 4 && type === thriftTypes.binary) name = readText(cursor);
    else if (field === 10 && type === thriftTypes.struct) logical = readLogical(cursor);
    else if (type === thriftTypes.i32) numbers.set(field, readInteger(cursor));
    else return false;
    return true;
  });
  return {
    name,
    type: numbers.get(1) ?? null,
    typeLength: numbers.get(2) ?? 0,
    repetition: numbers.get(3) ?? 0,
    children: numbers.get(5) ?? 0,
    converted: numbers.get(6) ?? null,
    scale: numbers.get(7) ?? 0,
    logical,
  };
}

/** Of logical types, GEOMETRY and GEOGRAPHY. */
const geometryTypes: ReadonlySet<number> = new Set([17, 18]);

function readLogical(cursor: ThriftCursor): LogicalType {
  let [id, isSigned, unit, scale] = [0, true, 0, 0];
  let crs: string | null = null;
  eachField(cursor, (field, type) => {
    id = field;
    if (type !== thriftTypes.struct) return false;
    eachField(cursor, (inner, innerType) => {
      if (innerType === thriftTypes.no && field === 10) isSigned = false;
      if (innerType === thriftTypes.i32 && field === 5 && inner === 1) {
        scale = readInteger(cursor);
        return true;
      }
      if (innerType === thriftTypes.binary && geometryTypes.has(field) && inner === 1) {
        crs = readText(cursor);
        return true;
      }
      if (innerType !== thriftTypes.struct) return false;
      eachField(cursor, (unitField) => {
        unit = unitField;
        return false;
      });
      return true;
    });
    return true;
  });
  return { id, isSigned, unit, scale, crs };
}

function readKeyValue(cursor: ThriftCursor, into: Map<string, string>): void {
  let [key, value] = ['', ''];
  eachField(cursor, (field, type) => {
    if (type !== thriftTypes.binary) return false;
    const bytes = readBinary(cursor);
    if (field === 1) key = bytes.toString('utf8');
    if (field === 2) value = bytes.toString('utf8');
    return true;
  });
  into.set(key, value);
}

function readGroup(cursor: ThriftCursor): ReturnType<Footer['group']> {
  const columns: ColumnMeta[] = [];
  let rows = -1;
  eachField(cursor, (field, type) => {
    if (field === 1 && type === thriftTypes.list) eachEntry(cursor, () => columns.push(readColumn(cursor)));
    else if (field === 3 && type === thriftTypes.i64) rows = readInteger(cursor);
    else return false;
    return true;
  });
  if (rows < 0) throw refuseDamaged('a row group does not say how many rows it has');
  return { rows, columns };
}

function readColumn(cursor: ThriftCursor): ColumnMeta {
  let meta: ColumnMeta | null = null;
  eachField(cursor, (field, type) => {
    if (field === 1 && type === thriftTypes.binary) throw refuseSize('it keeps columns in other files');
    if (field !== 3 || type !== thriftTypes.struct) return false;
    const numbers = new Map<number, number>();
    eachField(cursor, (inner, innerType) => {
      if (innerType !== thriftTypes.i32 && innerType !== thriftTypes.i64) return false;
      numbers.set(inner, readInteger(cursor));
      return true;
    });
    const number = (id: number) => numbers.get(id) ?? -1;
    meta = {
      codec: number(4),
      entries: number(5),
      storedBytes: number(7),
      dataOffset: number(9),
      dictionaryOffset: numbers.get(11) ?? null,
    };
    return true;
  });
  if (meta === null) throw refuseDamaged('a column says nothing of itself');
  return meta;
}
