import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { VaultStore } from '../../server/src/vault/ports.ts';
import { WrongMasterKey, createVault, openVault, rewrapVault } from '../../server/src/vault/vault.ts';

const memoryStore = (): VaultStore & { stored: string | null } => ({
  stored: null,
  async load() {
    return this.stored;
  },
  async createOnce(wrapped) {
    return (this.stored ??= wrapped);
  },
  async replace(from, to) {
    if (this.stored !== from) return false;
    this.stored = to;
    return true;
  },
});

/** What node:crypto and the format check say; never a wrong text. */
const unopened = /authenticat|tag|version 1|initialization/i;

describe('seal and open', () => {
  const vault = createVault(randomBytes(32));

  test.each(['', 'swath_secret', 'ünïcödé 🛰', 'x'.repeat(100_000)])('give back %.20j', (plain) => {
    expect(vault.open(vault.seal(plain, 'row 1'), 'row 1')).toBe(plain);
  });

  test('never seal the same text to the same value, nor show it', () => {
    const sealed = Array.from({ length: 200 }, () => vault.seal('swath_secret', 'row'));
    expect(new Set(sealed).size).toBe(200);
    for (const value of sealed) expect(Buffer.from(value.slice(2), 'base64url').includes('swath')).toBe(false);
  });

  test.each(['row 2', '', 'row 1 '])('do not open in the context %j', (context) => {
    const sealed = vault.seal('secret', 'row 1');
    expect(() => vault.open(sealed, context)).toThrow(unopened);
  });

  test('do not open when any byte has changed, or some are missing', () => {
    const sealed = vault.seal('secret', 'row 1');
    const bytes = Buffer.from(sealed.slice(2), 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(() => vault.open(`1.${changed.toString('base64url')}`, 'row 1')).toThrow(unopened);
    }
    for (let length = 0; length < bytes.length; length++)
      expect(() => vault.open(`1.${bytes.subarray(0, length).toString('base64url')}`, 'row 1')).toThrow(unopened);
  });

  test.each(['', '1', '1.', '2.AAAA', 'garbage', '.'])('refuse %j', (sealed) => {
    expect(() => vault.open(sealed, 'row 1')).toThrow(unopened);
  });

  test('another installation does not open it', () => {
    expect(() => createVault(randomBytes(32)).open(vault.seal('secret', 'row'), 'row')).toThrow(unopened);
  });
});

describe('digest', () => {
  const dataKey = randomBytes(32);

  test('is the same for the same installation, another for another purpose, value or installation', () => {
    const vault = createVault(dataKey);
    const hex = (v = vault, purpose: Parameters<typeof vault.digest>[0] = 'api-key', value = 'k') =>
      v.digest(purpose, value).toString('hex');
    expect(hex()).toBe(hex(createVault(dataKey)));
    const all = [
      hex(),
      hex(vault, 'access-token'),
      hex(vault, 'refresh-token'),
      hex(vault, 'throttle'),
      hex(vault, 'signed-url'),
    ];
    expect(new Set([...all, hex(vault, 'api-key', 'l'), hex(createVault(randomBytes(32)))]).size).toBe(7);
  });
});

describe('the master key', () => {
  const [one, two] = [randomBytes(32), randomBytes(32)];

  test('opens the same installation again, and two first starts agree', async () => {
    const store = memoryStore();
    const [first, second] = await Promise.all([openVault(store, one), openVault(store, one)]);
    expect(second.open(first.seal('secret', 'row'), 'row')).toBe('secret');
    expect((await openVault(store, one)).open(first.seal('secret', 'row'), 'row')).toBe('secret');
  });

  test('another one is refused by name, and what is stored stays', async () => {
    const store = memoryStore();
    await openVault(store, one);
    const before = store.stored;
    await expect(openVault(store, two)).rejects.toBeInstanceOf(WrongMasterKey);
    expect(store.stored).toBe(before);
  });

  test('can be exchanged: what was sealed still opens, the old one no longer', async () => {
    const store = memoryStore();
    const sealed = (await openVault(store, one)).seal('secret', 'row');
    expect(await rewrapVault(store, one, two)).toBe(true);
    expect((await openVault(store, two)).open(sealed, 'row')).toBe('secret');
    await expect(openVault(store, one)).rejects.toBeInstanceOf(WrongMasterKey);
    await expect(rewrapVault(store, one, two)).rejects.toBeInstanceOf(WrongMasterKey);
  });

  test('is not exchanged where there is nothing, or where another one was faster', async () => {
    expect(await rewrapVault(memoryStore(), one, two)).toBe(false);
    const store = memoryStore();
    await openVault(store, one);
    const stale: VaultStore = { ...store, load: async () => store.stored, replace: async () => false };
    expect(await rewrapVault(stale, one, two)).toBe(false);
  });
});
