import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThrottleStore } from '../../server/src/accounts/ports.ts';
import { createThrottleStore } from '../../server/src/adapters/sql/accounts/throttle.ts';
import { createVaultStore } from '../../server/src/adapters/sql/vault-store.ts';
import { openVault, rewrapVault } from '../../server/src/vault/vault.ts';
import { onEveryStore, type TestStore } from './backends.ts';
import { atOnce, hash, now } from './fixtures.ts';

const hourMs = 3_600_000;

onEveryStore((fresh) => {
  let store: TestStore;
  let throttle: ThrottleStore;
  beforeAll(async () => {
    store = await fresh();
    throttle = createThrottleStore(store.db);
  });
  afterAll(() => store.drop());

  describe('failures', () => {
    it('are counted for each subject, in the order asked, with zero for the unknown', async () => {
      const [account, address] = [hash(), hash()];
      expect(await throttle.fail([account, address], now, hourMs)).toEqual([1, 1]);
      expect(await throttle.fail([account], now + 1, hourMs)).toEqual([2]);
      const none = { failures: 0, lastFailureMs: 0 };
      const states = [{ failures: 1, lastFailureMs: now }, none, { failures: 2, lastFailureMs: now + 1 }];
      expect(await throttle.read([address, hash(), account])).toEqual(states);
    });

    it('start anew after the time to forget, and not before', async () => {
      const subject = hash();
      await throttle.fail([subject], now, hourMs);
      await throttle.fail([subject], now + hourMs, hourMs);
      expect((await throttle.read([subject]))[0]?.failures).toBe(2);
      await throttle.fail([subject], now + 2 * hourMs + 1, hourMs);
      expect((await throttle.read([subject]))[0]?.failures).toBe(1);
    });

    it('that come at once on two nodes, in any order of subjects, are all counted', async () => {
      const subjects = [hash(), hash(), hash()];
      const nodes = [throttle, createThrottleStore(await store.open())];
      await atOnce(40, (index) =>
        nodes[index % 2]!.fail(index % 3 === 0 ? subjects.toReversed() : subjects, now, hourMs),
      );
      expect((await throttle.read(subjects)).map(({ failures }) => failures)).toEqual([40, 40, 40]);
    });

    it('of an account are cleared by a success and taken off the address, where others stay', async () => {
      const [own, other, address] = [hash(), hash(), hash()];
      for (const account of [own, other, own, other, other]) await throttle.fail([account, address], now, hourMs);
      await throttle.forgive(own, address, 10);
      expect((await throttle.read([own, other, address])).map(({ failures }) => failures)).toEqual([0, 3, 3]);
      for (const account of [own, other]) await throttle.fail([account], now, hourMs);
      await throttle.forgive(other, address, 10);
      await throttle.forgive(own, address, 10);
      expect((await throttle.read([own, other, address])).map(({ failures }) => failures)).toEqual([0, 0, 0]);
      expect(await throttle.fail([own, address], now, hourMs)).toEqual([1, 1]);
      for (let time = 0; time < 4; time++) await throttle.fail([own, address], now, hourMs);
      await throttle.forgive(own, address, 2);
      expect((await throttle.read([own, address])).map(({ failures }) => failures)).toEqual([0, 3]);
    });

    it('are cleared and swept when old', async () => {
      const [cleared, old, recent] = [hash(), hash(), hash()];
      await throttle.sweep(now);
      await throttle.fail([cleared, recent], now, hourMs);
      await throttle.fail([old], now - hourMs, hourMs);
      await throttle.clear([cleared, hash()]);
      expect(await throttle.sweep(now)).toBe(1);
      expect((await throttle.read([cleared, old, recent])).map(({ failures }) => failures)).toEqual([0, 0, 1]);
    });
  });

  it('the wrapped data key is made once, by two nodes at once, and swapped only for the one that was read', async () => {
    const vaults = [createVaultStore(store.db), createVaultStore(await store.open())];
    expect(await vaults[0]!.load()).toBeNull();
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const opened = await atOnce(10, (index) => openVault(vaults[index % 2]!, one));
    const sealed = opened[0]!.seal('secret', 'row');
    expect(new Set(opened.map((vault) => vault.open(sealed, 'row')))).toEqual(new Set(['secret']));
    expect(await rewrapVault(vaults[0]!, one, two)).toBe(true);
    expect((await openVault(vaults[1]!, two)).open(sealed, 'row')).toBe('secret');
    expect(await vaults[0]!.replace('another', 'x')).toBe(false);
    await expect(openVault(vaults[0]!, one)).rejects.toMatchObject({ name: 'WrongMasterKey' });
  });
});
