import { type GrowingBytes, appendBytes, appendVarint, growingBytes, reserve, writtenBytes } from './growing.ts';

/** A value of Thrift's compact protocol, as far as Parquet's metadata need it. */
export type ThriftValue =
  | { readonly kind: 'int'; readonly value: number; readonly bits: 16 | 32 | 64 }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'list'; readonly values: readonly ThriftValue[] }
  | { readonly kind: 'struct'; readonly fields: ThriftFields }
  /** A struct that is bytes already. */
  | { readonly kind: 'written'; readonly value: Uint8Array };
/** By field number, in rising order; what is undefined is left out. */
export type ThriftFields = readonly (readonly [number, ThriftValue | undefined])[];

export const int32 = (value: number): ThriftValue => ({ kind: 'int', value, bits: 32 });
export const int64 = (value: number): ThriftValue => ({ kind: 'int', value, bits: 64 });
export const int16 = (value: number): ThriftValue => ({ kind: 'int', value, bits: 16 });
export const bool = (value: boolean): ThriftValue => ({ kind: 'bool', value });
export const text = (value: string): ThriftValue => ({ kind: 'bytes', value: Buffer.from(value) });
export const binary = (value: Uint8Array): ThriftValue => ({ kind: 'bytes', value });
export const list = (values: readonly ThriftValue[]): ThriftValue => ({ kind: 'list', values });
export const struct = (...fields: ThriftFields): ThriftValue => ({ kind: 'struct', fields });

const intTypes = { 16: 4, 32: 5, 64: 6 } as const;

function typeOf(value: ThriftValue): number {
  switch (value.kind) {
    case 'int':
      return intTypes[value.bits];
    case 'bool':
      return value.value ? 1 : 2;
    case 'bytes':
      return 8;
    case 'list':
      return 9;
    case 'struct':
    case 'written':
      return 12;
  }
}

/** Numbers near zero, of either sign, are small ones. */
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

function putByte(into: GrowingBytes, value: number): void {
  reserve(into, 1)[into.length++] = value;
}

function putValue(into: GrowingBytes, value: ThriftValue): void {
  switch (value.kind) {
    case 'int':
      return appendVarint(into, zigzag(value.value));
    case 'bool':
      return;
    case 'bytes':
      appendVarint(into, value.value.length);
      return appendBytes(into, value.value);
    case 'written':
      return appendBytes(into, value.value);
    case 'list':
      return putList(into, value.values);
    case 'struct':
      return putStruct(into, value.fields);
  }
}

function putList(into: GrowingBytes, values: readonly ThriftValue[]): void {
  const type = values.length === 0 ? 12 : typeOf(values[0]!);
  if (values.length < 15) putByte(into, (values.length << 4) | type);
  else {
    putByte(into, 0xf0 | type);
    appendVarint(into, values.length);
  }
  for (const value of values) putValue(into, value);
}

function putStruct(into: GrowingBytes, fields: ThriftFields): void {
  let last = 0;
  for (const [number, value] of fields) {
    if (value === undefined) continue;
    putByte(into, ((number - last) << 4) | typeOf(value));
    last = number;
    putValue(into, value);
  }
  putByte(into, 0);
}

/** The bytes of a struct. */
export function encodeThrift(...fields: ThriftFields): Buffer {
  const into = growingBytes();
  putStruct(into, fields);
  return writtenBytes(into);
}
