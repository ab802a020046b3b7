import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { dayMs, hourMs, minuteMs } from '../shared/clock.ts';
import type { Vault } from '../vault/vault.ts';
import type { AccessTokenRecord } from './ports.ts';

/** Specification: bearer tokens expire every 12 hours. Contract section 3: refresh tokens last 30 days. */
const accessTokenMs = 12 * hourMs;
export const webTokenMs = 15 * minuteMs;
export const refreshTokenMs = 30 * dayMs;
export const refreshGraceMs = minuteMs;

export type IssuedToken = { readonly text: string; readonly record: AccessTokenRecord; readonly ttlMs: number };

/** What is stored of a token: its record is the truth, so the text itself need not be kept. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = part({ alg: 'HS256', typ: 'JWT' });

/** JWT-shaped because public clients read `exp` from it; the server trusts only its own record. */
export function issueAccessToken(vault: Vault, nowMs: number, ttlMs = accessTokenMs): IssuedToken {
  const expiresAtMs = nowMs + ttlMs;
  const claims = { iat: seconds(nowMs), exp: seconds(expiresAtMs), jti: randomUUID() };
  const unsigned = `${header}.${part(claims)}`;
  const text = `${unsigned}.${vault.digest('access-token', unsigned).toString('base64url')}`;
  return { text, record: { tokenHash: tokenHash(text), expiresAtMs }, ttlMs };
}

/** A forged or mistyped token is refused here, without a database call. */
export function isSignedByUs(vault: Vault, token: string): boolean {
  const end = token.lastIndexOf('.');
  if (end < 0 || token.length > 2_048) return false;
  return isSameText(token.slice(end + 1), vault.digest('access-token', token.slice(0, end)).toString('base64url'));
}

/** The successor is computed, not stored: within the grace the same one comes back (decision: rotation with grace). */
export function refreshToken(vault: Vault, sessionId: string, counter: number): string {
  const body = `${sessionId}.${counter}`;
  return `${body}.${vault.digest('refresh-token', body).toString('base64url')}`;
}

export function readRefreshToken(vault: Vault, token: string): { sessionId: string; counter: number } | null {
  const [sessionId, counterText, signature, ...rest] = token.split('.');
  const counter = Number(counterText);
  if (!sessionId || signature === undefined || rest.length > 0 || !Number.isSafeInteger(counter)) return null;
  return isSameText(refreshToken(vault, sessionId, counter), token) ? { sessionId, counter } : null;
}

/** For cookies and one-time links: 256 random bits, of which only the hash is stored. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const seconds = (ms: number) => Math.floor(ms / 1_000);
