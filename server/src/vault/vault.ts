import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { VaultStore } from './ports.ts';

/** Seals, opens and signs under keys derived from the installation's data key. */
export type Vault = {
  /** AES-256-GCM; `context` must be given again to open it, so that a sealed value cannot be moved to another row. */
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Keyed digest for look-ups and signatures; `purpose` separates the uses. */
  digest(purpose: VaultPurpose, value: string): Buffer;
};

const purposes = ['api-key', 'access-token', 'refresh-token', 'throttle', 'signed-url', 'order'] as const;

export type VaultPurpose = (typeof purposes)[number];

const wrapContext = 'swath data key v1';

function encrypt(key: Buffer, plain: Buffer, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return `1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
}

function decrypt(key: Buffer, sealed: string, context: string): Buffer {
  const [version, text] = sealed.split('.');
  if (version !== '1' || text === undefined) throw new Error('not a sealed value of version 1');
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

const derive = (dataKey: Buffer, use: string) => Buffer.from(hkdfSync('sha256', dataKey, '', `swath ${use}`, 32));

export function createVault(dataKey: Buffer): Vault {
  const sealing = derive(dataKey, 'seal');
  const keys = new Map<VaultPurpose, Buffer>(purposes.map((purpose) => [purpose, derive(dataKey, purpose)]));
  return {
    seal: (plain, context) => encrypt(sealing, Buffer.from(plain), context),
    open: (sealed, context) => decrypt(sealing, sealed, context).toString(),
    digest: (purpose, value) => createHmac('sha256', keys.get(purpose)!).update(value).digest(),
  };
}

/** Raised at start when the master key does not fit the stored data key. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

/** Unwraps the installation's data key, making it at the first start. */
export async function openVault(store: VaultStore, masterKey: Buffer): Promise<Vault> {
  const wrapped = (await store.load()) ?? (await store.createOnce(encrypt(masterKey, randomBytes(32), wrapContext)));
  return createVault(unwrap(masterKey, wrapped));
}

/** Wraps the same data key under a new master key: nothing that is sealed has to change. */
export async function rewrapVault(store: VaultStore, from: Buffer, to: Buffer): Promise<boolean> {
  const wrapped = await store.load();
  if (wrapped === null) return false;
  return store.replace(wrapped, encrypt(to, unwrap(from, wrapped), wrapContext));
}

function unwrap(masterKey: Buffer, wrapped: string): Buffer {
  try {
    return decrypt(masterKey, wrapped, wrapContext);
  } catch {
    throw new WrongMasterKey('the master key does not open this installation: it was made with another one');
  }
}
