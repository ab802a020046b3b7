import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountStore, SessionStore } from '../../server/src/accounts/ports.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createAuditLog } from '../../server/src/adapters/sql/accounts/audit-log.ts';
import { createSessionStore } from '../../server/src/adapters/sql/accounts/sessions.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, audit, day, hash, now, patchAudit, session, token, vault } from './fixtures.ts';

const graceMs = 60_000;
const rotation = (sessionId: string, counter: number, nowMs = now) => ({
  sessionId,
  counter,
  token: token(),
  nowMs,
  graceMs,
  expiresAtMs: nowMs + 30 * day,
});

onEveryStore((fresh) => {
  let store: TestStore;
  let accounts: AccountStore;
  let sessions: SessionStore;
  beforeAll(async () => {
    store = await fresh();
    accounts = createAccountStore(store.db, vault);
    sessions = createSessionStore(store.db);
    await addAccount(store.db, { role: 'admin' });
  });
  afterAll(() => store.drop());

  async function opened(change = {}) {
    const account = await addAccount(store.db);
    const [grant, bearer] = [session(account.id, change), token()];
    expect(await sessions.open(grant, bearer, null)).toBe(true);
    return { account, grant, bearer };
  }

  describe('a bearer token', () => {
    it('resolves to its account, organization and session', async () => {
      const { account, grant, bearer } = await opened();
      const member = await accounts.byId(account.id);
      const expected = { ...member, sessionId: grant.id, expiresAtMs: bearer.expiresAtMs };
      expect(await sessions.bearer(bearer.tokenHash, now)).toEqual(expected);
    });

    it('is refused when unknown, expired, or when its session has expired', async () => {
      const { bearer } = await opened({ expiresAtMs: now + 10 });
      expect(await sessions.bearer(hash(), now)).toBeNull();
      expect(await sessions.bearer(bearer.tokenHash, bearer.expiresAtMs)).toBeNull();
      expect(await sessions.bearer(bearer.tokenHash, now + 9)).not.toBeNull();
      expect(await sessions.bearer(bearer.tokenHash, now + 10)).toBeNull();
    });

    it('is not given to an inactive or unknown account', async () => {
      const account = await addAccount(store.db);
      await accounts.change(account.id, { isActive: false }, patchAudit());
      const bearer = token();
      expect(await sessions.open(session(account.id), bearer, null)).toBe(false);
      expect(await sessions.bearer(bearer.tokenHash, now)).toBeNull();
      expect(await sessions.open(session(randomUUID()), token(), null)).toBe(false);
    });
  });

  describe('a sign-in by password', () => {
    it('opens under the hash that was verified, and not under one that was replaced meanwhile', async () => {
      const account = await addAccount(store.db);
      expect(await sessions.open(session(account.id), token(), 'hash')).toBe(true);
      await createAccountStore(store.db, vault).setPassword(
        account.id,
        'another hash',
        audit('password.change', account.id),
      );
      expect(await sessions.open(session(account.id), token(), 'hash')).toBe(false);
      expect(await sessions.open(session(account.id), token(), 'another hash')).toBe(true);
    });

    it('is in the audit with its session, once an hour for an address', async () => {
      const account = await addAccount(store.db);
      const log = createAuditLog(store.db);
      const entry = (atMs: number, address: string) => ({ ...audit('sign-in', account.id, atMs), address });
      const open = (atMs: number, address: string, hash = 'hash') =>
        sessions.open(session(account.id), token(), hash, entry(atMs, address));
      expect(await open(now, 'a', 'a wrong hash')).toBe(false);
      for (const [atMs, address] of [
        [now, 'a'],
        [now + 3_599_999, 'a'],
        [now + 1, 'b'],
        [now + 3_600_000, 'a'],
        // A clock that was set back.
        [now - day, 'a'],
      ] as const)
        await open(atMs, address);
      const { data } = await log.list({ limit: 10, targetId: account.id });
      const told = data.filter(({ action }) => action === 'sign-in').map(({ atMs, address }) => [atMs - now, address]);
      expect(told).toEqual([
        [3_600_000, 'a'],
        [1, 'b'],
        [0, 'a'],
        [-day, 'a'],
      ]);
    });
  });

  describe('a refresh', () => {
    it('rotates, stores the new access token and moves the expiry', async () => {
      const { account, grant } = await opened();
      const step = rotation(grant.id, 0, now + day);
      const rotated = { outcome: 'rotated', counter: 1, accountId: account.id };
      expect(await sessions.rotate(step)).toEqual(rotated);
      expect(await sessions.bearer(step.token.tokenHash, now)).toMatchObject({ sessionId: grant.id });
      expect(await sessions.rotate(rotation(grant.id, 1, now + 30.5 * day))).toMatchObject({ outcome: 'rotated' });
    });

    it('within the grace returns the same successor, also at its last moment', async () => {
      const { account, grant } = await opened();
      await sessions.rotate(rotation(grant.id, 0));
      const again = rotation(grant.id, 0, now + graceMs);
      expect(await sessions.rotate(again)).toEqual({ outcome: 'grace', counter: 1, accountId: account.id });
      expect(await sessions.bearer(again.token.tokenHash, now)).not.toBeNull();
    });

    it('with a used token after the grace ends that family, and only that one', async () => {
      const { account, grant, bearer } = await opened();
      const [other, otherBearer] = [session(account.id), token()];
      await sessions.open(other, otherBearer, null);
      await sessions.rotate(rotation(grant.id, 0));
      expect(await sessions.rotate(rotation(grant.id, 0, now + graceMs + 1))).toEqual({ outcome: 'reused' });
      expect(await sessions.bearer(bearer.tokenHash, now)).toBeNull();
      expect(await sessions.rotate(rotation(grant.id, 1))).toEqual({ outcome: 'refused' });
      expect(await sessions.bearer(otherBearer.tokenHash, now)).not.toBeNull();
    });

    it('two steps behind ends the family even within the grace', async () => {
      const { grant } = await opened();
      await sessions.rotate(rotation(grant.id, 0));
      await sessions.rotate(rotation(grant.id, 1));
      expect(await sessions.rotate(rotation(grant.id, 0))).toEqual({ outcome: 'reused' });
    });

    it('is refused for an expired, an unknown and a web session', async () => {
      const { grant } = await opened({ expiresAtMs: now + 10 });
      expect(await sessions.rotate(rotation(grant.id, 0, now + 10))).toEqual({ outcome: 'refused' });
      expect(await sessions.rotate(rotation(randomUUID(), 0))).toEqual({ outcome: 'refused' });
      const web = await opened({ kind: 'web', cookieHash: hash() });
      expect(await sessions.rotate(rotation(web.grant.id, 0))).toEqual({ outcome: 'refused' });
    });

    it('by 50 tabs at once with the same token, on two nodes, gives all of them the same successor', async () => {
      const { grant } = await opened();
      const nodes = [sessions, createSessionStore(await store.open())];
      const steps = Array.from({ length: 50 }, () => rotation(grant.id, 0));
      const outcomes = await Promise.all(steps.map((step, index) => nodes[index % 2]!.rotate(step)));
      expect(outcomes.filter(({ outcome }) => outcome === 'rotated')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'grace')).toHaveLength(49);
      expect(new Set(outcomes.map((outcome) => 'counter' in outcome && outcome.counter))).toEqual(new Set([1]));
      const bearers = await Promise.all(steps.map((step) => sessions.bearer(step.token.tokenHash, now)));
      expect(bearers.every((match) => match !== null)).toBe(true);
    });
  });

  describe('a cookie', () => {
    it('buys bearer tokens while its session and account live', async () => {
      const cookieHash = hash();
      const { account, grant } = await opened({ kind: 'web', cookieHash, expiresAtMs: now + 100 });
      const bought = token();
      expect(await sessions.issueForCookie(cookieHash, bought, now)).toEqual(await accounts.byId(account.id));
      expect(await sessions.bearer(bought.tokenHash, now)).toMatchObject({ sessionId: grant.id });
      expect(await sessions.issueForCookie(cookieHash, token(), now + 100)).toBeNull();
      expect(await sessions.issueForCookie(hash(), token(), now)).toBeNull();
      await accounts.change(account.id, { isActive: false }, patchAudit());
      expect(await sessions.issueForCookie(cookieHash, token(), now)).toBeNull();
    });
  });

  describe('an end', () => {
    it('by session, by token and by cookie takes every token of the session with it', async () => {
      const cookieHash = hash();
      const cases = [await opened(), await opened(), await opened({ kind: 'web', cookieHash })];
      const bystander = await opened();
      await sessions.end({ sessionId: cases[0]!.grant.id });
      await sessions.end({ tokenHash: cases[1]!.bearer.tokenHash });
      await sessions.end({ cookieHash });
      for (const { bearer } of cases) expect(await sessions.bearer(bearer.tokenHash, now)).toBeNull();
      expect(await sessions.bearer(bystander.bearer.tokenHash, now)).not.toBeNull();
      await expect(sessions.end({ tokenHash: hash() })).resolves.toBeUndefined();
    });

    it('of the expired ones is the sweep, which leaves the live ones', async () => {
      await sessions.sweep(now - day);
      const old = await opened({ expiresAtMs: now - 10 * day });
      const live = await opened();
      await sessions.rotate({ ...rotation(live.grant.id, 0), token: token(now - 9 * day) });
      expect(await sessions.sweep(now - 9 * day)).toBe(2);
      expect(await sessions.sweep(now - 9 * day)).toBe(0);
      expect(await sessions.bearer(old.bearer.tokenHash, now - 11 * day)).toBeNull();
      expect(await sessions.bearer(live.bearer.tokenHash, now)).not.toBeNull();
    });

    it('of an account beyond its last thousand is the sweep, but for those that were used meanwhile', async () => {
      await sessions.sweep(now);
      const account = await addAccount(store.db);
      const open = async (atMs: number, change = {}) => {
        const made = session(account.id, { createdAtMs: atMs, expiresAtMs: now + 30 * day, ...change });
        expect(await sessions.open(made, token(now + 29 * day), null)).toBe(true);
        return made;
      };
      const cookieHash = hash();
      await open(now - 9 * day, { kind: 'web', cookieHash });
      const refreshed = await open(now - 8 * day);
      const forgotten = await open(now - 7 * day);
      const [recent] = [await open(now - day)];
      for (let one = 0; one < 999; one++) await open(now - 2 * day + one);
      expect(await sessions.issueForCookie(cookieHash, token(), now)).not.toBeNull();
      expect(await sessions.rotate(rotation(refreshed.id, 0))).toMatchObject({ outcome: 'rotated' });
      expect(await sessions.sweep(now - 3 * day)).toBe(1);
      expect(await sessions.rotate(rotation(forgotten.id, 0))).toEqual({ outcome: 'refused' });
      expect(await sessions.rotate(rotation(recent.id, 0))).toMatchObject({ outcome: 'rotated' });
      expect(await sessions.issueForCookie(cookieHash, token(), now)).not.toBeNull();
    });
  });
});
