import { expect } from 'vitest';
import { watchOnce } from '../../server/src/saved-searches/watch/watch-loop.ts';
import type { Service } from '../../server/src/service.ts';
import { itemJson, makeCollection } from '../catalog/contract/fixtures.ts';
import { adminToken, createAccount, signIn } from '../support/accounts.ts';
import { type Answer, type CallOptions, call } from '../support/call.ts';
import { type StartOptions, type TestService, startService } from '../support/start-service.ts';

export type Json = Readonly<Record<string, unknown>>;
export type SavedRecord = Json & { readonly id: string; readonly paused: boolean; readonly interval_minutes: number };
export type MatchRecord = Json & {
  readonly id: string;
  readonly state: string;
  readonly matched: number;
  readonly items: readonly { readonly collection: string; readonly id: string }[];
  readonly told: { readonly email: number; readonly webhook: number };
  readonly order_id: string | null;
  readonly select_id: string | null;
  readonly reason: string | null;
  readonly cost: number | null;
};

export type Caller = { readonly id: string; readonly token: string; readonly email: string };

export type SavedService = TestService & {
  readonly adminToken: string;
  caller(change?: Json): Promise<Caller>;
  /** As an administrator. */
  changeAccount(caller: Caller, change: Json): Promise<void>;
  ask(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Refuses any other status. */
  read<T = Json>(method: string, path: string, options?: CallOptions, status?: number): Promise<T>;
  /** Through the front door, as an administrator. */
  bring(...items: readonly Json[]): Promise<void>;
  save(caller: Caller, change?: Json): Promise<SavedRecord>;
  /** Lets the service look at what has come, until it has. */
  watch(): Promise<void>;
  matches(caller: Caller, id: string): Promise<readonly MatchRecord[]>;
};

/** A service with the collections a and b, whose notices are due at once. */
export async function startSavedService(settings: Json = {}, options: StartOptions = {}): Promise<SavedService> {
  const swath = await startService(
    { SWATH_SAVED_SEARCH_INTERVAL: '0', SWATH_ALLOW_PRIVATE_ENDPOINTS: '1', ...(settings as Record<string, string>) },
    options,
  );
  return withVerbs(swath, await adminToken(swath));
}

export async function withVerbs(swath: TestService, token: string): Promise<SavedService> {
  const ask: SavedService['ask'] = (method, path, options) => call(swath.url, method, path, options);
  const read: SavedService['read'] = async <T>(method: string, path: string, options?: CallOptions, status = 200) => {
    const answer = await ask(method, path, options);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
    return (answer.text === '' ? null : answer.json<T>()) as T;
  };
  for (const id of ['a', 'b']) await swath.service.catalog.putCollection(makeCollection(id), 'upsert', null);
  return {
    ...swath,
    adminToken: token,
    ask,
    read,
    async caller({ collections, ...change } = {}) {
      const account = await createAccount(swath.url, token, change);
      if (collections !== undefined)
        await read('PATCH', `/admin/accounts/${account.id}`, { token, json: { collections } });
      return { id: account.id, email: account.email, token: (await signIn(swath.url, account)).access_token };
    },
    async changeAccount({ id }, json) {
      await read('PATCH', `/admin/accounts/${id}`, { token, json });
    },
    async bring(...items) {
      for (const collection of new Set(items.map((item) => item['collection'] as string))) {
        const features = items.filter((item) => item['collection'] === collection);
        const json = { type: 'FeatureCollection', features };
        await read('POST', `/collections/${collection}/items`, { token, json }, 201);
      }
    },
    save: ({ token: own }, change = {}) =>
      read<SavedRecord>('POST', '/saved-searches', { token: own, json: { name: 'Mine', search: {}, ...change } }, 201),
    watch: () => watchUntilDone(swath.service),
    matches: async ({ token: own }, id) =>
      (await read<{ data: MatchRecord[] }>('GET', `/saved-searches/${id}/matches`, { token: own })).data,
  };
}

/** Looks at arrivals until there is nothing left to do. The service's own loop may be at it too: then it is waited for. */
export async function watchUntilDone(service: Service): Promise<void> {
  const { savedSearches, catalog, clock } = service;
  const { signal } = new AbortController();
  for (let tries = 0; tries < 500; tries += 1) {
    await watchOnce(service, { holder: 'test', told: () => undefined, signal });
    const { feed, last } = await catalog.lastArrival();
    const nowMs = clock.nowMs();
    const look = await savedSearches.look(feed, nowMs);
    const isIdle = !look.hasDue && (!look.hasSearches || look.arrived === last);
    const lease = await savedSearches.takeFeed(feed, last, 'test', Date.now(), Date.now() + 1_000);
    if (lease !== null) await savedSearches.giveFeedBack(lease);
    if (isIdle && lease !== null) return;
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
  throw new Error('arrivals are not looked at');
}

export const item = (id: string, parts: Parameters<typeof itemJson>[1] = {}) => itemJson(id, parts);
