import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditEntry, serviceItself } from '../../server/src/accounts/audit.ts';
import { ensureFirstAdministrator } from '../../server/src/accounts/first-administrator.ts';
import { generateKeyText } from '../../server/src/api-keys/key-text.ts';
import { keyLookup, principalOfKey } from '../../server/src/api-keys/verify-key.ts';
import { compose } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import type { Service } from '../../server/src/service.ts';
import { dayMs } from '../../server/src/shared/clock.ts';
import { silentLog } from '../../server/src/shared/log.ts';
import { type Line, quantile } from '../support/report.ts';

const checks = 200_000;

/** The key check alone, by random keys of all that are stored: hash, one read, judgement. */
export async function keyCheck(keys: number): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-bench-'));
  const { service, close } = await compose(readConfig({ SWATH_DATA: folder }), silentLog);
  try {
    await ensureFirstAdministrator(service);
    const texts = await storeKeys(service, keys);
    await time(20_000, () => principalOfKey(service, pick(texts)));
    const known = await time(checks, () => principalOfKey(service, pick(texts)));
    const unknown = await time(checks / 10, () => principalOfKey(service, generateKeyText('swath')));
    let reads = 0;
    const byLookup: Service['apiKeys']['byLookup'] = (lookup) => (reads++, service.apiKeys.byLookup(lookup));
    const counting = { ...service, apiKeys: { ...service.apiKeys, byLookup } };
    const mistyped = await time(checks / 10, () => principalOfKey(counting, mistype(pick(texts))));
    return [
      {
        what: `key check with ${keys.toLocaleString('en')} keys stored, 99th percentile`,
        measured: `${us(known, 0.99)} (median ${us(known, 0.5)})`,
        bound: 'under 200 us',
        isHeld: quantile(known, 0.99) < 200,
      },
      {
        what: 'unknown key with a good checksum, 99th percentile',
        measured: us(unknown, 0.99),
        bound: '(shown)',
        isHeld: true,
      },
      {
        what: 'key with a bad checksum: database calls',
        measured: `${reads} (median ${us(mistyped, 0.5)})`,
        bound: '0',
        isHeld: reads === 0,
      },
    ];
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const us = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(1)} us`;
/** Another last letter: the shape is right, the checksum is not. */
const mistype = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A');
const pick = (texts: readonly string[]) => texts[Math.floor(Math.random() * texts.length)]!;

async function time(count: number, check: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await check();
    taken.push((performance.now() - start) * 1_000);
  }
  return taken;
}

/** Through the store's own verb, many at once, so that the writer groups them. */
async function storeKeys(service: Service, count: number): Promise<string[]> {
  const [account] = (await service.accounts.list({ limit: 1 })).data;
  const owner = await service.accounts.byId(account!.id);
  const nowMs = service.clock.nowMs();
  const texts = Array.from({ length: count }, () => generateKeyText('swath'));
  const entry = () => auditEntry(serviceItself, nowMs, 'api-key.create', null);
  for (let from = 0; from < count; from += 2_000) {
    await Promise.all(
      texts.slice(from, from + 2_000).map((text, i) =>
        service.apiKeys.create(
          {
            key: {
              id: `key-${from + i}`,
              accountId: account!.id,
              name: null,
              description: null,
              project: null,
              permissions: ['search'],
              isRestricted: false,
              collections: null,
              createdAtMs: nowMs,
              expiresAtMs: nowMs + 180 * dayMs,
              endedAtMs: null,
              lastUsed: null,
            },
            lookup: keyLookup(service, text),
            sealed: `1.${text}`,
          },
          owner!,
          entry(),
        ),
      ),
    );
    if (from % 100_000 === 0) console.error(`stored ${from} of ${count} keys`);
  }
  return texts;
}
