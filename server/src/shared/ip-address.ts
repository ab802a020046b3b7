/** An address as a number of 32 or 128 bits. */
export type IpAddress = { readonly bits: 32 | 128; readonly value: bigint };

/** IPv4 in dotted decimals, or IPv6 in any form; null where the text is neither. */
export function parseIpAddress(text: string): IpAddress | null {
  if (text.includes(':')) return wrap(128, parseIpv6(text.replace(/%.*$/s, '')));
  return wrap(32, parseIpv4(text));
}

const wrap = (bits: IpAddress['bits'], value: bigint | null): IpAddress | null =>
  value === null ? null : { bits, value };

function parseIpv4(text: string): bigint | null {
  const parts = text.split('.');
  const isOne = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
  return isOne ? joined(parts.map(Number), 8n) : null;
}

function parseIpv6(text: string): bigint | null {
  const plain = withoutDots(text);
  const halves = plain?.split('::') ?? [];
  if (plain === null || halves.length > 2) return null;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - right.length;
  // Two colons stand for one group at least; without them all eight are written.
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? joined(
        groups.map((group) => Number.parseInt(group, 16)),
        16n,
      )
    : null;
}

/** The last two groups may be written as an IPv4 address. */
function withoutDots(text: string): string | null {
  if (!text.includes('.')) return text;
  const start = text.lastIndexOf(':') + 1;
  const value = parseIpv4(text.slice(start));
  return value === null
    ? null
    : `${text.slice(0, start)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

const joined = (parts: readonly number[], width: bigint): bigint =>
  parts.reduce((sum, part) => (sum << width) | BigInt(part), 0n);
