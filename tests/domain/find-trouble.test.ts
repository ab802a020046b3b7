import { describe, expect, test } from 'vitest';
import { arrivalsBehind, findTrouble } from '../../server/src/health/find-trouble.ts';
import type { Health } from '../../server/src/health/health.ts';

const now = Date.UTC(2026, 4, 1);
const minute = 60_000;
const gigabyte = 1e9;
const silent = { waiting: 0, failed: 0, oldestAtMs: null };

const well: Health = {
  store: { kind: 'sqlite', bytes: 1, schemaVersion: 7 },
  orders: { running: 0, openTiles: 0, ending: 0, holders: [] },
  selectsRunning: 0,
  ingest: { queued: 0, running: 0, interrupted: 0 },
  jobsAtWork: 0,
  savedSearches: { watched: 0, lookedAt: null, openBatches: 0 },
  mail: silent,
  webhooks: silent,
  machine: {
    version: '1',
    runtime: 'Node',
    startedAtMs: now,
    memoryBytes: 1,
    disk: { freeBytes: 50 * gigabyte, totalBytes: 100 * gigabyte },
    catalogueBytes: 1,
  },
  isWritable: true,
  isDiskLow: false,
  pausedAtMs: null,
  catalogue: { arrivals: 0, isTended: false },
  nextTileAtMs: null,
  readAtMs: now,
};

const disk = (freeBytes: number, totalBytes: number): Partial<Health> => ({
  machine: { ...well.machine, disk: { freeBytes, totalBytes } },
});
const holder = { name: 'a worker', tiles: 1, leaseUntilMs: now };

describe('what an operator should look at', () => {
  test('nothing, where all is well: also a disk without a size, and a tile that waits for its turn', () => {
    expect(findTrouble(well)).toEqual([]);
    expect(findTrouble({ ...well, ...disk(gigabyte, 0), nextTileAtMs: now - minute })).toEqual([]);
    expect(findTrouble({ ...well, nextTileAtMs: now + 60 * minute })).toEqual([]);
  });

  test('nothing of a large order that somebody is at, however long its tiles wait', () => {
    const large = { ...well, nextTileAtMs: now - 300 * minute };
    const orders = { running: 1, openTiles: 9_000, ending: 0, holders: [] };
    expect(findTrouble({ ...large, orders: { ...orders, holders: [holder] } })).toEqual([]);
    expect(findTrouble({ ...large, orders: { ...orders, ending: 1 } })).toEqual([]);
    expect(findTrouble({ ...large, orders })).toHaveLength(1);
  });

  test.each<[string, Partial<Health>, 'error' | 'warning', RegExp]>([
    ['a store', { isWritable: false }, 'error', /cannot be written/],
    ['a full disk', disk(10_000_000, gigabyte), 'error', /is full/],
    ['a nearly full disk', disk(4 * gigabyte, 100 * gigabyte), 'warning', /nearly full/],
    ['a disk below what must stay free', { isDiskLow: true }, 'error', /new orders, selects, .* are refused/],
    ['a queue that is paused', { pausedAtMs: now }, 'warning', /is paused/],
    ['orders without a worker', { nextTileAtMs: now - 3 * minute }, 'error', /Nobody delivers/],
    ['old mail', { mail: { waiting: 2, failed: 0, oldestAtMs: now - 16 * minute } }, 'warning', /^Mails that wait: 2,/],
    [
      'lost webhooks',
      { webhooks: { ...silent, failed: 3 } },
      'warning',
      /^Webhooks that could not be sent and were given up: 3/,
    ],
    ['an interrupted ingest', { ingest: { queued: 0, running: 0, interrupted: 1 } }, 'warning', /interrupted/],
    [
      'searches that are behind',
      { savedSearches: { watched: 1, lookedAt: 5, openBatches: 0 }, catalogue: { arrivals: 20_005, isTended: false } },
      'warning',
      /not seen yet: 20000/,
    ],
  ])('%s', (_name, change, kind, text) => {
    expect(findTrouble({ ...well, ...change })).toEqual([{ kind, text: expect.stringMatching(text) }]);
  });

  test('errors stand before warnings', () => {
    const found = findTrouble({ ...well, isWritable: true, ...disk(1, gigabyte), webhooks: { ...silent, failed: 1 } });
    expect(found.map(({ kind }) => kind)).toEqual(['error', 'warning']);
  });

  test('nobody is behind where nothing is watched for', () => {
    const catalogue = { arrivals: 9, isTended: false };
    expect(arrivalsBehind({ savedSearches: { watched: 0, lookedAt: 1, openBatches: 0 }, catalogue })).toBe(0);
    expect(arrivalsBehind({ savedSearches: { watched: 1, lookedAt: 12, openBatches: 0 }, catalogue })).toBe(0);
  });
});
