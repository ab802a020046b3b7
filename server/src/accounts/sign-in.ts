import { randomUUID } from 'node:crypto';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { Account, Member } from './account.ts';
import { type Actor, type AuditEntry, auditEntry } from './audit.ts';
import { authenticate } from './authenticate.ts';
import type { Attempt } from './throttle.ts';
import * as tokens from './tokens.ts';

type Needs = Pick<Service, 'accounts' | 'hasher' | 'throttle' | 'clock' | 'vault' | 'sessions' | 'oneTimeLinks'>;

export type Grant = { readonly accessToken: string; readonly ttlMs: number; readonly refreshToken: string };
export type WebToken = { readonly accessToken: string; readonly ttlMs: number; readonly accountId: string };
export type WebSession = WebToken & { readonly cookie: string };

/** Until now nobody was signed in. */
const signInEntry = (actor: Actor, { id, email }: Account, nowMs: number): AuditEntry =>
  auditEntry({ ...actor, accountId: id, label: email }, nowMs, 'sign-in', id);

/** The password grant of `POST /authenticate`. */
export async function signIn(
  service: Needs,
  attempt: Attempt & { readonly password: string },
  actor: Actor,
): Promise<Grant> {
  const { account, verifiedHash } = await authenticate(service, attempt, actor);
  const nowMs = service.clock.nowMs();
  const token = tokens.issueAccessToken(service.vault, nowMs);
  const session = {
    id: randomUUID(),
    accountId: account.id,
    kind: 'grant' as const,
    cookieHash: null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + tokens.refreshTokenMs,
  };
  if (!(await service.sessions.open(session, token.record, verifiedHash, signInEntry(actor, account, nowMs))))
    throw new PlatformError('unrecognized_credentials');
  const refreshToken = tokens.refreshToken(service.vault, session.id, 0);
  return { accessToken: token.text, ttlMs: token.ttlMs, refreshToken };
}

/** The refresh grant: rotates; the same token within the grace gets the same successor; later reuse ends the family. */
export async function refresh(service: Needs, presented: string): Promise<Grant> {
  const read = tokens.readRefreshToken(service.vault, presented);
  if (read === null) throw new PlatformError('unrecognized_credentials');
  const nowMs = service.clock.nowMs();
  const token = tokens.issueAccessToken(service.vault, nowMs);
  const rotation = await service.sessions.rotate({
    ...read,
    token: token.record,
    nowMs,
    graceMs: tokens.refreshGraceMs,
    expiresAtMs: nowMs + tokens.refreshTokenMs,
  });
  if (!('counter' in rotation)) throw new PlatformError('unrecognized_credentials');
  const refreshToken = tokens.refreshToken(service.vault, read.sessionId, rotation.counter);
  return { accessToken: token.text, ttlMs: token.ttlMs, refreshToken };
}

/** The web page's sign-in: a cookie that buys short-lived bearer tokens. */
export async function signInToWeb(
  service: Needs,
  credentials: (Attempt & { readonly password: string }) | { readonly oneTimeToken: string },
  actor: Actor,
): Promise<WebSession> {
  const { account, verifiedHash } =
    'oneTimeToken' in credentials
      ? { ...(await useWelcomeLink(service, credentials.oneTimeToken)), verifiedHash: null }
      : await authenticate(service, credentials, actor);
  const nowMs = service.clock.nowMs();
  const cookie = tokens.randomToken();
  const token = tokens.issueAccessToken(service.vault, nowMs, tokens.webTokenMs);
  const session = {
    id: randomUUID(),
    accountId: account.id,
    kind: 'web' as const,
    cookieHash: tokens.tokenHash(cookie),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + tokens.refreshTokenMs,
  };
  if (!(await service.sessions.open(session, token.record, verifiedHash, signInEntry(actor, account, nowMs))))
    throw new PlatformError('unrecognized_credentials');
  return { accessToken: token.text, ttlMs: token.ttlMs, accountId: account.id, cookie };
}

/** What the cookie is good for, and nothing else: a new bearer token. */
export async function resumeWebSession(service: Needs, cookie: string): Promise<WebToken> {
  const nowMs = service.clock.nowMs();
  const token = tokens.issueAccessToken(service.vault, nowMs, tokens.webTokenMs);
  const member = await service.sessions.issueForCookie(tokens.tokenHash(cookie), token.record, nowMs);
  if (member === null) throw new PlatformError('unauthorized');
  return { accessToken: token.text, ttlMs: token.ttlMs, accountId: member.account.id };
}

async function useWelcomeLink(service: Needs, oneTimeToken: string): Promise<Member> {
  const hash = tokens.tokenHash(oneTimeToken);
  const member = await service.oneTimeLinks.consume(hash, ['welcome'], service.clock.nowMs());
  if (member === null) throw new PlatformError('unrecognized_credentials');
  return member;
}

/** RFC 7009: ends the whole session behind an access or refresh token; an unknown token is no error. */
export async function revoke(service: Pick<Service, 'sessions' | 'vault'>, token: string): Promise<void> {
  const asRefresh = tokens.readRefreshToken(service.vault, token);
  await service.sessions.end(asRefresh === null ? { tokenHash: tokens.tokenHash(token) } : asRefresh);
}
