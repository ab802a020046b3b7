import { isUtf8 } from 'node:buffer';
import type { Json } from '../json.ts';
import { BadValue, refuseForm } from './refuse.ts';
import { type Raw, physical } from './raw-values.ts';
import type { LeafNode } from './schema.ts';
import { timeText } from './time-text.ts';
import { readWkb } from './wkb.ts';

/** Turns what a column stores into what it means; undefined for what JSON cannot say. Throws `BadValue`. */
export type Meaning = (raw: Raw) => Json | undefined;

const converted = {
  text: 0,
  enumeration: 4,
  decimal: 5,
  date: 6,
  timeMillis: 7,
  timeMicros: 8,
  timestampMillis: 9,
  timestampMicros: 10,
  unsigned64: 14,
  json: 19,
};
const logical = {
  text: 1,
  enumeration: 4,
  decimal: 5,
  date: 6,
  time: 7,
  timestamp: 8,
  integer: 10,
  json: 12,
  uuid: 14,
  float16: 15,
  geometry: 17,
  geography: 18,
};
const unitDigits: Readonly<Record<number, 3 | 6 | 9>> = { 1: 3, 2: 6, 3: 9 };
const julianOf1970 = 2_440_588n;
const nanosADay = 86_400_000_000_000n;

export type MeaningOptions = {
  /** Of times: how many digits their seconds have; null for as many as are needed. */
  readonly digits: number | null;
  readonly isGeometry: boolean;
};

export function meaningOf({ element, path }: LeafNode, { digits, isGeometry }: MeaningOptions): Meaning {
  const { type, converted: kind } = element;
  const id = element.logical?.id ?? null;
  if (type === physical.boolean) return (raw) => raw as boolean;
  if (type === physical.float || type === physical.double) return finite;
  if (type === physical.int96) return (raw) => timeText(nanosOf(raw as Buffer), 9, digits);
  if (kind === converted.decimal || id === logical.decimal)
    return decimal(10 ** (element.scale || element.logical?.scale || 0));
  // Numbers of a unit that nobody would know.
  if (id === logical.time || kind === converted.timeMillis || kind === converted.timeMicros)
    throw refuseForm(`the type of ${path} (a time of day) is`);
  if (type === physical.int64 || type === physical.int32) {
    if (id === logical.timestamp)
      return (raw) => timeText(raw as number, unitDigits[element.logical!.unit] ?? 3, digits);
    if (kind === converted.timestampMillis) return (raw) => timeText(raw as number, 3, digits);
    if (kind === converted.timestampMicros) return (raw) => timeText(raw as number, 6, digits);
    if (kind === converted.date || id === logical.date) return (raw) => dateText(Number(raw));
    return isUnsigned(element) ? (raw) => unsigned(raw, type) : (raw) => Number(raw);
  }
  if (isGeometry || id === logical.geometry || id === logical.geography) return (raw) => readWkb(raw as Buffer);
  if (kind === converted.json || id === logical.json) return (raw) => parsed(text(raw as Buffer));
  if (id === logical.float16 || id === logical.uuid) throw refuseForm(`the type of ${path} is`);
  const isSaid = kind === converted.text || id === logical.text || kind === converted.enumeration;
  return isSaid ? (raw) => text(raw as Buffer) : (raw) => textOfBytes(raw as Buffer, path);
}

/** Old writers do not say that texts are some. */
function textOfBytes(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes)) throw refuseForm(`the type of ${path} (bytes that are no text) is`);
  return bytes.toString('utf8');
}

const isUnsigned = ({ converted: kind, logical: of }: LeafNode['element']): boolean =>
  (kind !== null && kind >= 11 && kind <= converted.unsigned64) || (of?.id === logical.integer && !of.isSigned);

function unsigned(raw: Raw, type: number): number {
  if (type === physical.int32) return Number(raw) >>> 0;
  return typeof raw === 'number' && raw >= 0 ? raw : Number(BigInt.asUintN(64, BigInt(raw as number)));
}

const finite: Meaning = (raw) => (Number.isFinite(raw) ? (raw as number) : undefined);

const decimal =
  (divisor: number): Meaning =>
  (raw) =>
    (Buffer.isBuffer(raw) ? bigEndian(raw) : Number(raw)) / divisor;

const bigEndian = (bytes: Buffer): number =>
  bytes.length === 0 ? 0 : Number(BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`)));

const nanosOf = (bytes: Buffer): bigint =>
  (BigInt(bytes.readUInt32LE(8)) - julianOf1970) * nanosADay + bytes.readBigUInt64LE(0);

function dateText(days: number): Json | undefined {
  const date = new Date(days * 86_400_000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}

function text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new BadValue('a text that is no UTF-8');
  return bytes.toString('utf8');
}

function parsed(json: string): Json {
  try {
    return JSON.parse(json) as Json;
  } catch {
    throw new BadValue('JSON that is none');
  }
}
