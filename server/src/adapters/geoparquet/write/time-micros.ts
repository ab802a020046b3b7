/** Days since 1970 of a day of the Gregorian calendar. */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function numberAt(text: string, from: number, length: number): number {
  let value = 0;
  for (let at = from; at < from + length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

const mostMicros = Number.MAX_SAFE_INTEGER;

/** Microseconds since 1970 and the digits after the second, of a time like `2026-01-02T03:04:05.678Z`; else null. */
export function microsOf(text: string): { readonly micros: number; readonly digits: number } | null {
  const { length } = text;
  if (length < 20 || length > 27 || length === 21 || text.charCodeAt(length - 1) !== 90) return null;
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return null;
  const year = numberAt(text, 0, 4);
  const month = numberAt(text, 5, 2);
  const day = numberAt(text, 8, 2);
  const [hour, minute, second] = [numberAt(text, 11, 2), numberAt(text, 14, 2), numberAt(text, 17, 2)];
  const digits = length === 20 ? 0 : length - 21;
  const fraction = digits === 0 ? 0 : numberAt(text, 20, digits) * 10 ** (6 - digits);
  if (digits > 0 && text[19] !== '.') return null;
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= monthLengths[month - 1]!;
  if (!isDay || (month === 2 && day === 29 && !isLeap(year))) return null;
  if (!(hour < 24 && minute < 60 && second < 60)) return null;
  const seconds = ((daysOf(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
  const micros = seconds * 1e6 + fraction;
  return Math.abs(micros) <= mostMicros ? { micros, digits } : null;
}
