/** A pattern of file names that say when an image was taken, such as `scene_{YYYY}{MM}{DD}T{hh}{mm}{ss}`. */
export type NamePattern = { readonly match: RegExp };

const parts: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<year>\d{4})`,
  MM: String.raw`(?<month>\d{2})`,
  DD: String.raw`(?<day>\d{2})`,
  DDD: String.raw`(?<dayOfYear>\d{3})`,
  hh: String.raw`(?<hour>\d{2})`,
  mm: String.raw`(?<minute>\d{2})`,
  ss: String.raw`(?<second>\d{2})`,
};

/** Null where the text is no pattern: it must have `{YYYY}`, and each part once. */
export function readNamePattern(text: string): NamePattern | null {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const isKnown = names.every((name) => Object.hasOwn(parts, name)) && new Set(names).size === names.length;
  if (!isKnown || !names.includes('YYYY')) return null;
  const source = text
    .split(/(\{\w+\}|\*)/)
    .map((piece) => (piece === '*' ? '[^/]*?' : (parts[piece.slice(1, -1)] ?? escaped(piece))))
    .join('');
  return { match: new RegExp(source, 'u') };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** When the name says that it was, in UTC; null where it does not fit the pattern or is no moment. */
export function timeInName(name: string, { match }: NamePattern): string | null {
  const found = match.exec(name)?.groups;
  if (found === undefined) return null;
  const number = (part: string, absent: number) => (found[part] === undefined ? absent : Number(found[part]));
  const [year, month, day] = [number('year', 0), number('month', 1), number('day', 1)];
  const isByDay = found['dayOfYear'] !== undefined;
  const dayOfYear = number('dayOfYear', 1);
  const [date, monthOf] = isByDay ? [dayOfYear, 1] : [day, month];
  return momentText(year, monthOf, date, number('hour', 0), number('minute', 0), number('second', 0), isByDay);
}

const keys = ['ACQUISITION_DATETIME', 'ACQUISITIONDATETIME', 'ACQUISITION_DATE', 'ACQUISITIONDATE', 'DATETIME'];

/** What the metadata says, under any of the names that are common; null where none is a moment. */
export function timeInMetadata(metadata: Readonly<Record<string, string>>, dateTime: string | null): string | null {
  const byKey = new Map(Object.entries(metadata).map(([key, value]) => [key.toUpperCase(), value]));
  for (const text of [...keys.map((key) => byKey.get(key)), dateTime ?? undefined]) {
    const time = text === undefined ? null : looseTime(text.trim());
    if (time !== null) return time;
  }
  return null;
}

const loose = /^(\d{4})[-:]?(\d{2})[-:]?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?(?:Z|\+00:?00)?)?$/u;

/** Dates with `-`, with `:` (as TIFF writes them) or with nothing between; without a zone they are UTC. */
function looseTime(text: string): string | null {
  const found = loose.exec(text);
  if (found === null) return null;
  const [year, month, day, hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0));
  return momentText(year!, month!, day!, hour!, minute!, second!, false);
}

function momentText(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  isByDay: boolean,
): string | null {
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    time.getUTCFullYear() === year &&
    (isByDay || (time.getUTCMonth() === month - 1 && time.getUTCDate() === day)) &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return isReal ? time.toISOString().replace('.000Z', 'Z') : null;
}
