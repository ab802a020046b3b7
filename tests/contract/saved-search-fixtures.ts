import { randomUUID } from 'node:crypto';
import type { FoundMatches, Settlement } from '../../server/src/saved-searches/ports.ts';
import type { SavedSearch } from '../../server/src/saved-searches/saved-search.ts';
import { now } from './fixtures.ts';
import { minute } from './order-fixtures.ts';

export const feed = 'feed-1';
export const times = { nowMs: now, leaseUntilMs: now + minute, defaultIntervalMs: 5 * minute };
export const untold: Settlement['outcome'] = {
  emails: 0,
  webhooks: 0,
  selectId: null,
  orderId: null,
  acquisitions: 0,
  cost: null,
  areaSqkm: null,
  reason: null,
};
export const quiet: Settlement = {
  outcome: untold,
  mails: [],
  webhooks: [],
  acquisitions: [],
  goneKeyId: null,
  nowMs: now,
};
export const soon = { nowMs: now, leaseUntilMs: now + minute };
export const most = { searches: 1_000, bytes: 1_000_000 };

export const found = ({ id, revision }: SavedSearch, ...ids: readonly string[]): FoundMatches => ({
  id,
  revision,
  counts: { a: ids.length },
  items: JSON.stringify(ids.map((each) => ({ collection: 'a', id: each }))),
  kept: ids.length,
});

export const savedSearch = (accountId: string, change: Partial<SavedSearch> = {}): SavedSearch => ({
  id: randomUUID(),
  accountId,
  name: 'Mine',
  search: { collections: ['a'], bbox: [170, -10, -170, 10] },
  notify: { isAccountTold: true, emails: [], webhooks: ['https://URL-CANARY.example/?k=1'] },
  action: {
    kind: 'order',
    order: { output_config: { bucket: 'b', secret_access_key: 'SECRET-CANARY' } },
    budget: { cost: 5, areaSqkm: null, period: 'month', perOrder: { cost: null, areaSqkm: null } },
  },
  intervalMinutes: null,
  isPaused: false,
  expiresAtMs: null,
  createdAtMs: now,
  changedAtMs: now,
  keyId: null,
  grants: null,
  since: { feed, arrival: 10 },
  revision: 1,
  edition: 1,
  ...change,
});
