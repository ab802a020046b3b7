import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Account, noPrices } from '../../server/src/accounts/account.ts';
import { createAccountStore } from '../../server/src/adapters/sql/accounts/accounts.ts';
import { createOrderStore } from '../../server/src/adapters/sql/orders/orders.ts';
import { createSelectionStore } from '../../server/src/adapters/sql/selections/selections.ts';
import { unpackCells } from '../../server/src/select/pack-cells.ts';
import type { SelectionStore } from '../../server/src/select/ports.ts';
import { figuresOf } from '../../server/src/select/selection.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { addAccount, atOnce, day, now, vault } from './fixtures.ts';
import { emptyCell, failed, selectRequest, selection, succeeded, summary, survey } from './select-fixtures.ts';

const lease = now + 90_000;

async function collected(pieces: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

onEveryStore((fresh) => {
  let store: TestStore;
  let selections: SelectionStore;
  let owner: Account;
  beforeEach(async () => {
    store = await fresh();
    selections = createSelectionStore(store.db);
    owner = await addAccount(store.db);
  });
  afterEach(() => store.drop());

  describe('what is kept', () => {
    it('a finished select comes back as it was made, with its cells', async () => {
      const request = selectRequest({
        name: 'Grüße \u0000 \ud800 𝄞',
        metadata: { deep: [null, '\u0000', { a: 1.5 }] },
        query: 'no object',
        ids: ['a', 'b'],
        bestCover: 95,
      });
      const made = selection(owner.id, { request, grants: ['wv02', 'ge01'] });
      const cells = [emptyCell(1), { ...emptyCell(2), available_tiles: 3 }];
      await selections.create(made, succeeded(survey(cells)), null);
      expect(await selections.byId(owner.id, made.id, now)).toEqual({
        ...made,
        status: 'SUCCEEDED',
        summary: summary(),
        request,
      });
      expect((await collected(selections.packedCells(made.id))).flatMap(unpackCells)).toEqual(cells);
    });

    it('a running one has no cells until it is finished', async () => {
      const made = selection(owner.id);
      await selections.create(made, null, lease);
      expect(await selections.byId(owner.id, made.id, now)).toEqual(made);
      expect(await collected(selections.packedCells(made.id))).toEqual([]);
      expect(await selections.finish(made.id, succeeded())).toBe(true);
      expect(await selections.byId(owner.id, made.id, now)).toEqual({
        ...made,
        status: 'SUCCEEDED',
        summary: summary(),
      });
      expect(await collected(selections.packedCells(made.id))).toEqual(survey().packedCells);
    });

    it('one that failed says why', async () => {
      const made = selection(owner.id);
      await selections.create(made, null, lease);
      expect(await selections.finish(made.id, failed)).toBe(true);
      expect(await selections.byId(owner.id, made.id, now)).toMatchObject({
        status: 'FAILED',
        summary: null,
        failure: 'too many tiles: 200001',
      });
    });

    it('a running one is finished once: a second outcome, and that of one that is gone, change nothing', async () => {
      const made = selection(owner.id);
      await selections.create(made, null, lease);
      const other = createSelectionStore(await store.open());
      const outcomes = await atOnce(8, (index) =>
        (index % 2 ? selections : other).finish(made.id, succeeded(survey([emptyCell(index)]))),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await selections.finish(made.id, failed)).toBe(false);
      expect(await collected(selections.packedCells(made.id))).toHaveLength(1);
      expect(await selections.finish('1999999999999999999', succeeded())).toBe(false);
      await expect(collected(selections.packedCells('1999999999999999999'))).rejects.toThrow('1999999999999999999');
    });

    it('nothing is left of one that could not be written whole', async () => {
      const made = selection(owner.id);
      const broken = { summary: summary(), packedCells: ['good', null as unknown as string] };
      await expect(selections.create(made, { status: 'SUCCEEDED', survey: broken }, null)).rejects.toThrow(/null/i);
      expect(await selections.ofAnyone(made.id, now)).toBeNull();
      await selections.create(made, null, lease);
      await expect(selections.finish(made.id, { status: 'SUCCEEDED', survey: broken })).rejects.toThrow(/null/i);
      expect(await selections.byId(owner.id, made.id, now)).toEqual(made);
      expect(await collected(selections.packedCells(made.id))).toEqual([]);
    });

    it('thousands of pieces come in their order, one after the other', async () => {
      const made = selection(owner.id);
      const packedCells = Array.from({ length: 3_000 }, (_, index) => `${index}:${'x'.repeat(2_000)}`);
      await selections.create(made, succeeded({ summary: summary(), packedCells }), null);
      expect(await collected(selections.packedCells(made.id))).toEqual(packedCells);
    });

    it('one that goes while it is read is an error, never a short file', async () => {
      const made = selection(owner.id);
      await selections.create(made, succeeded({ summary: summary(), packedCells: ['a', 'b', 'c'] }), null);
      const reading = selections.packedCells(made.id)[Symbol.asyncIterator]();
      expect((await reading.next()).value).toBe('a');
      await selections.sweep(made.expiresAtMs);
      await expect(reading.next()).rejects.toThrow(made.id);
      await expect(collected(selections.packedCells(made.id))).rejects.toMatchObject({ kind: 'select_not_found' });
    });
  });

  describe('who sees it', () => {
    it("another account's is one that does not exist; a signed address sees it whoever's it is", async () => {
      const made = selection(owner.id);
      await selections.create(made, succeeded(), null);
      const stranger = await addAccount(store.db);
      expect(await selections.byId(stranger.id, made.id, now)).toBeNull();
      expect(await selections.byId(owner.id, '1', now)).toBeNull();
      expect((await selections.ofAnyone(made.id, now))?.id).toBe(made.id);
      expect((await selections.list(stranger.id, { limit: 10 }, now)).data).toEqual([]);
    });

    it('an expired one is gone at that very millisecond, whether swept or not', async () => {
      const made = selection(owner.id);
      await selections.create(made, succeeded(), null);
      const { expiresAtMs } = made;
      expect(await selections.byId(owner.id, made.id, expiresAtMs - 1)).not.toBeNull();
      expect(await selections.byId(owner.id, made.id, expiresAtMs)).toBeNull();
      expect(await selections.ofAnyone(made.id, expiresAtMs)).toBeNull();
      expect((await selections.list(owner.id, { limit: 10 }, expiresAtMs)).data).toEqual([]);
    });

    it('the list is newest first, page by page, without outlines and ids', async () => {
      const all = Array.from({ length: 7 }, (_, index) =>
        selection(owner.id, {
          createdAtMs: now + Math.floor(index / 2),
          request: selectRequest({ name: `n${index}` }),
        }),
      );
      for (const [index, each] of all.entries()) await selections.create(each, index === 0 ? null : succeeded(), lease);
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const page = await selections.list(owner.id, { limit: 3, ...(after ? { after } : {}) }, now + 10);
        ids.push(...page.data.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      expect(ids).toEqual(all.map(({ id }) => id).toReversed());
      const { data } = await selections.list(owner.id, { limit: 10 }, now + 10);
      const { request: _, summary: __, grants: ___, ...first } = all[0]!;
      expect(data.at(-1)).toEqual({ ...first, name: 'n0', stackDepth: 5, figures: null });
      expect(data[0]).toMatchObject({ status: 'SUCCEEDED', figures: figuresOf(summary()) });
      expect(JSON.stringify(data)).not.toMatch(/coordinates|103001005D31F500/);
      await expect(selections.list(owner.id, { limit: 3, after: 'garbage' }, now)).rejects.toThrow(/cursor/);
    });
  });

  describe('the lease of a running one', () => {
    it('one whose lease has run out is claimed, counted and leased again', async () => {
      const made = selection(owner.id, { grants: ['wv02'] });
      await selections.create(made, null, lease);
      expect(await selections.claimLost(lease - 1, lease + 1_000)).toEqual([]);
      expect(await selections.claimLost(lease, lease + 1_000)).toEqual([{ selection: made, attempts: 2 }]);
      expect(await selections.claimLost(lease + 999, lease + 2_000)).toEqual([]);
      expect(await selections.claimLost(lease + 1_000, lease + 2_000)).toEqual([{ selection: made, attempts: 3 }]);
    });

    it('a lease that is extended keeps others away, and one given back lets them in at once', async () => {
      const [one, two] = [selection(owner.id), selection(owner.id)];
      await selections.create(one, null, lease);
      await selections.create(two, null, lease);
      await selections.extendLease([two.id, one.id, 'unknown'], lease + 5_000);
      expect(await selections.claimLost(lease, lease + 9_000)).toEqual([]);
      await selections.giveBack([one.id, 'unknown'], now);
      await selections.extendLease([], now);
      await selections.giveBack([], now);
      expect(await selections.claimLost(now, lease)).toEqual([{ selection: one, attempts: 1 }]);
    });

    it('finished and expired ones are never claimed, and a lease brings none of them back', async () => {
      const [done, expired] = [selection(owner.id), selection(owner.id, { expiresAtMs: now + 1 })];
      await selections.create(done, null, lease);
      await selections.finish(done.id, failed);
      await selections.create(expired, null, now);
      await selections.extendLease([done.id], now);
      await selections.giveBack([done.id], now);
      expect(await selections.claimLost(now + day, now + 2 * day)).toEqual([]);
    });

    it('of two nodes that claim at once, one gets each and together they get all', async () => {
      const all = Array.from({ length: 40 }, () => selection(owner.id));
      await Promise.all(all.map((each) => selections.create(each, null, now)));
      const nodes = [selections, createSelectionStore(await store.open())];
      const claims = await atOnce(10, (index) => nodes[index % 2]!.claimLost(now, lease));
      const rest = await selections.claimLost(now, lease);
      const ids = [...claims.flat(), ...rest].map(({ selection: { id } }) => id);
      expect(ids).toHaveLength(40);
      expect(new Set(ids).size).toBe(40);
    });
  });

  it('a sweep removes what is expired with its cells, however many, and nothing else', async () => {
    const old = Array.from({ length: 65 }, () => selection(owner.id, { expiresAtMs: now }));
    const kept = selection(owner.id, { expiresAtMs: now + 1 });
    const running = selection(owner.id, { expiresAtMs: now });
    for (const each of [...old, kept]) await selections.create(each, succeeded(), null);
    await selections.create(running, null, lease);
    expect(await selections.sweep(now - 1)).toBe(0);
    expect(await selections.sweep(now)).toBe(66);
    expect(await selections.sweep(now)).toBe(0);
    expect(await selections.finish(running.id, succeeded())).toBe(false);
    const left = await store.db.read.get<{ pieces: number }>('SELECT COUNT(*) AS pieces FROM selection_cells');
    expect(left?.pieces).toBe(1);
    expect(await collected(selections.packedCells(kept.id))).toHaveLength(1);
  });
});

onEveryStore((fresh) => {
  it('an installation from before selects and orders gets them, and no prices', async () => {
    const store = await fresh();
    try {
      const { id } = await addAccount(store.db);
      await store.raw(
        `DROP TRIGGER audit_log_no_delete${store.db.dialect === 'postgres' ? ' ON audit_log' : ''}; DROP TABLE operating;
         DROP INDEX accounts_by_organization; DROP INDEX organizations_by_age; DROP TABLE request_counts; DROP TABLE rate_counts; DROP TABLE saved_search_mails; DROP TABLE saved_search_acquisitions; DROP TABLE saved_search_batches; DROP TABLE saved_search_feeds;
         DROP TABLE saved_searches; DROP TABLE ingest_jobs; DROP TABLE webhooks; DROP TABLE webhook_secrets;
         DROP TABLE order_idempotency; DROP TABLE order_documents; DROP TABLE order_tile_specs; DROP TABLE order_tiles;
         DROP TABLE order_turns; DROP TABLE orders; DROP TABLE bucket_owners; DROP TABLE bucket_grants;
         DROP TABLE selection_cells; DROP TABLE selections; ALTER TABLE organizations DROP COLUMN prices;
         DELETE FROM schema_version WHERE version >= 2`,
      );
      const upgraded = await store.open();
      expect(upgraded.schema.applied.map(({ name }) => name)).toEqual([
        'selects',
        'orders',
        'webhooks',
        'ingest jobs',
        'saved searches',
        'usage',
        'rate counts',
        'operating',
        'settled usage',
        'order turns',
      ]);
      expect((await createAccountStore(upgraded, vault).byId(id))?.organization.prices).toEqual(noPrices);
      await createSelectionStore(upgraded).create(selection(id), succeeded(), null);
      expect(await createOrderStore(upgraded, vault).nextDueMs()).toBeNull();
    } finally {
      await store.drop();
    }
  });
});
