/** A date as a caller wrote it: the instant, and whether the text named a zone. */
export type ParsedDate = { readonly ms: number; readonly hasZone: boolean };

const shape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** ISO 8601 with `T` or a space, with or without zone, or a date alone; without a zone it is UTC. Null when it is none. */
export function parseDate(text: string): ParsedDate | null {
  const match = shape.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = match;
  const parts = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const ms = Date.UTC(parts[0], parts[1] - 1, ...(parts.slice(2) as [number, number, number, number]));
  if (!isRealMoment(ms, parts)) return null;
  const offset = offsetMs(zone);
  if (offset === null) return null;
  return { ms: ms + Math.floor(Number(`0.${fraction || 0}`) * 1_000) - offset, hasZone: zone !== undefined };
}

/** Refuses 30 February and 25 o'clock, which Date.UTC would roll over. */
function isRealMoment(ms: number, [year, month, day, hour, minute, second]: readonly number[]): boolean {
  const date = new Date(ms);
  return (
    date.getUTCFullYear() === year &&
    date.getUTCMonth() + 1 === month &&
    date.getUTCDate() === day &&
    hour! <= 23 &&
    minute! <= 59 &&
    second! <= 59
  );
}

function offsetMs(zone: string | undefined): number | null {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)!;
  if (Number(hours) > 18 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** `YYYY-MM-DDTHH:MM:SS` */
export const toSeconds = (ms: number): string => iso(ms).slice(0, 19);

/** `YYYY-MM-DD HH:MM:SS` */
export const toSpacedSeconds = (ms: number): string => toSeconds(ms).replace('T', ' ');

/** `YYYY-MM-DDTHH:MM:SS.ffffff` */
export const toMicroseconds = (ms: number): string => `${iso(ms).slice(0, 23)}000`;

/** `YYYY-MM-DDTHH:MM:SS.fffZ` */
export const toInstant = (ms: number): string => iso(ms);

export const toInstantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));
