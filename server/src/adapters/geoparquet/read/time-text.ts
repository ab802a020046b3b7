/** RFC 3339 of a time since 1970 in units of so many digits below the second; undefined beyond the year 9999. */
export function timeText(since: number | bigint, unitDigits: 3 | 6 | 9, digits: number | null): string | undefined {
  const units = BigInt(since);
  const aSecond = 10n ** BigInt(unitDigits);
  const fraction = ((units % aSecond) + aSecond) % aSecond;
  const date = new Date(Number((units - fraction) / aSecond) * 1_000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999 || date.getUTCFullYear() < 0) return undefined;
  const whole = date.toISOString().slice(0, 19);
  const below = fraction.toString().padStart(unitDigits, '0');
  const shown = digits === null ? needed(below) : below.padEnd(digits, '0').slice(0, digits);
  return shown === '' ? `${whole}Z` : `${whole}.${shown}Z`;
}

/** Thousandths, millionths or billionths, as far as they are not zero. */
function needed(fraction: string): string {
  const significant = fraction.replace(/0+$/, '').length;
  return fraction.slice(0, Math.ceil(significant / 3) * 3);
}
