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

function numberAt(view: DataView, from: number, length: number): number {
  let value = 0;
  for (let at = from; at < from + length; at++) {
    const digit = view.getUint8(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

const [dash, dot, colon, letterT, letterZ] = [45, 46, 58, 84, 90];
const microsOfLast = [1e6, 1e5, 1e4, 1e3, 100, 10, 1];

/** Microseconds since 1970, of a time like `2026-01-02T03:04:05.678Z` between two places; else NaN. */
export function microsOf(view: DataView, from: number, to: number): number {
  const length = to - from;
  if (length < 20 || length > 27 || length === 21 || view.getUint8(to - 1) !== letterZ) return NaN;
  if (view.getUint8(from + 4) !== dash || view.getUint8(from + 7) !== dash) return NaN;
  if (view.getUint8(from + 10) !== letterT) return NaN;
  if (view.getUint8(from + 13) !== colon || view.getUint8(from + 16) !== colon) return NaN;
  const year = numberAt(view, from, 4);
  const month = numberAt(view, from + 5, 2);
  const day = numberAt(view, from + 8, 2);
  const hour = numberAt(view, from + 11, 2);
  const minute = numberAt(view, from + 14, 2);
  const second = numberAt(view, from + 17, 2);
  const digits = digitsOf(from, to);
  if (digits > 0 && view.getUint8(from + 19) !== dot) return NaN;
  const fraction = digits === 0 ? 0 : numberAt(view, from + 20, digits) * microsOfLast[digits]!;
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= monthLengths[month - 1]!;
  if (!isDay || (month === 2 && day === 29 && !isLeap(year))) return NaN;
  if (!(hour < 24 && minute < 60 && second < 60)) return NaN;
  const whole = (((daysOf(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1e6;
  const micros = whole + fraction;
  // Beyond 2255 not every microsecond is a number, but every second is.
  return micros - whole === fraction ? micros : NaN;
}

/** How many digits there are after the second. */
export const digitsOf = (from: number, to: number): number => Math.max(0, to - from - 21);
