/** A value with the type of its column. */
export type Field =
  | { readonly bigint: number }
  | { readonly smallint: number }
  | { readonly float: number | null }
  | { readonly text: string | null }
  | { readonly bytes: Uint8Array | null }
  | { readonly bigints: readonly number[] };

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const int8Type = 20;

/** Rows in the binary format of COPY: nothing has to be escaped, and numbers keep their bits. */
export function createBinaryRows() {
  let buffer = Buffer.allocUnsafe(1_048_576);
  let at = signature.copy(buffer);

  function room(bytes: number): void {
    if (at + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes));
    buffer.copy(larger, 0, 0, at);
    buffer = larger;
  }

  const int32 = (value: number) => void (at = buffer.writeInt32BE(value, at));
  const bigint = (value: number) => {
    int32(8);
    at = buffer.writeBigInt64BE(BigInt(value), at);
  };

  function field(value: Field): void {
    room(64);
    if ('bigint' in value) bigint(value.bigint);
    else if ('smallint' in value) {
      int32(2);
      at = buffer.writeInt16BE(value.smallint, at);
    } else if ('bigints' in value) bigints(value.bigints);
    else if ('float' in value) {
      if (value.float === null) return int32(-1);
      int32(8);
      at = buffer.writeDoubleBE(value.float, at);
    } else if ('bytes' in value) {
      if (value.bytes === null) return int32(-1);
      room(value.bytes.length + 8);
      int32(value.bytes.length);
      buffer.set(value.bytes, at);
      at += value.bytes.length;
    } else text(value.text);
  }

  function text(value: string | null): void {
    if (value === null) return int32(-1);
    const most = value.length * 3;
    room(most + 8);
    const length = buffer.write(value, at + 4);
    int32(length);
    at += length;
  }

  function bigints(values: readonly number[]): void {
    room(24 + values.length * 12);
    int32(20 + values.length * 12);
    for (const part of [1, 0, int8Type, values.length, 1]) int32(part);
    for (const value of values) bigint(value);
  }

  return {
    add(fields: readonly Field[]): void {
      room(2);
      at = buffer.writeInt16BE(fields.length, at);
      for (const each of fields) field(each);
    },
    end(): Buffer {
      room(2);
      at = buffer.writeInt16BE(-1, at);
      return buffer.subarray(0, at);
    },
  };
}
