/** The types of values that are written. */
const typeNumbers = { ascii: 2, short: 3, long: 4, rational: 5, double: 12, long8: 16 } as const;
const typeBytes = { ascii: 1, short: 2, long: 4, rational: 8, double: 8, long8: 8 } as const;

export type FieldType = keyof typeof typeNumbers;

/** One tag of a directory; a rational is a whole number here. */
export type OutField = { readonly tag: number; readonly type: FieldType; readonly values: readonly number[] };

export const short = (tag: number, ...values: readonly number[]): OutField => ({ tag, type: 'short', values });
export const long = (tag: number, ...values: readonly number[]): OutField => ({ tag, type: 'long', values });
export const double = (tag: number, values: readonly number[]): OutField => ({ tag, type: 'double', values });
export const rational = (tag: number, ...values: readonly number[]): OutField => ({ tag, type: 'rational', values });

/** Texts end with a zero byte. */
export const text = (tag: number, value: string): OutField => ({
  tag,
  type: 'ascii',
  values: [...Buffer.from(value, 'utf8'), 0],
});

export const typeNumberOf = ({ type }: OutField): number => typeNumbers[type];

export const byteLengthOf = ({ type, values }: OutField): number => typeBytes[type] * values.length;

export function writeValues({ type, values }: OutField, target: DataView, start: number): void {
  let at = start;
  for (const value of values) {
    if (type === 'ascii') target.setUint8(at, value);
    else if (type === 'short') target.setUint16(at, value, true);
    else if (type === 'double') target.setFloat64(at, value, true);
    else if (type === 'long8') target.setBigUint64(at, BigInt(value), true);
    else target.setUint32(at, value, true);
    if (type === 'rational') target.setUint32(at + 4, 1, true);
    at += typeBytes[type];
  }
}
