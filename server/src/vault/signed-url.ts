import { timingSafeEqual } from 'node:crypto';
import type { Vault } from './vault.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** The query of an address that shows what it names to whoever has it, until it expires. */
export function signedQuery(
  vault: Pick<Vault, 'digest'>,
  path: string,
  parameters: Readonly<Record<string, string>>,
  expiresAtMs: number,
): string {
  const signed = { ...parameters, expires: String(Math.floor(expiresAtMs / 1000)) };
  const signature = signatureOf(vault, path, signed).toString('base64url');
  return new URLSearchParams({ ...signed, signature }).toString();
}

/** Whether this very path and query were signed here and have not expired. */
export function isSigned(vault: Pick<Vault, 'digest'>, path: string, query: Parameters, nowMs: number): boolean {
  const { signature, ...signed } = query;
  const { expires } = signed;
  if (typeof signature !== 'string' || typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) return false;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(vault, path, signed);
  return given.length === right.length && timingSafeEqual(given, right) && Number(expires) * 1000 > nowMs;
}

/** Over the names in the path, however they are escaped, and every parameter. */
function signatureOf(vault: Pick<Vault, 'digest'>, path: string, parameters: Parameters): Buffer {
  const pairs = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return vault.digest('signed-url', JSON.stringify([path.split('/').map(decoded), pairs]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
