import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;

function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = alphabet[rest % 62]! + text;
  return text;
}

/** Rejection sampling: every character is equally likely. */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) if (byte < 248 && text.length < length) text += alphabet[byte % 62];
  return text;
}

/** `{prefix}_` + 32 base-62 characters + 6-character checksum: scanners find it, a double click selects it. */
export function generateKeyText(prefix: string): string {
  const body = `${prefix}_${randomBase62(secretLength)}`;
  return body + toBase62(crc32(body), checksumLength);
}

const tailLength = secretLength + checksumLength;
const shape = new RegExp(`^[a-z][a-z0-9]*_[0-9A-Za-z]{${tailLength}}$`);

/** Catches typos and noise without a database call. The prefix is not compared: it may have been another once. */
export function hasGoodChecksum(text: string): boolean {
  if (text.length > 128 || !shape.test(text)) return false;
  const body = text.slice(0, -checksumLength);
  return toBase62(crc32(body), checksumLength) === text.slice(-checksumLength);
}
