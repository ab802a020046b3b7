import { type CallOptions, type Answer, call } from '../support/call.ts';
import { adminToken, changeAccount, createAccount, createKey, signIn } from '../support/accounts.ts';
import { type StartOptions, type TestService, startService } from '../support/start-service.ts';
import { itemJson } from '../catalog/contract/fixtures.ts';

export { itemJson } from '../catalog/contract/fixtures.ts';

export type WriteService = TestService & {
  readonly token: string;
  /** As the administrator, unless the options name another credential. */
  send(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** A collection of its own, so that tests do not meet. */
  collection(id?: string): Promise<string>;
  /** The document as it is stored; null where there is none. */
  item(collection: string, id: string): Promise<Stored | null>;
};

export type Stored = { readonly text: string; readonly json: Readonly<Record<string, Record<string, unknown>>> };

export const collectionJson = (id: string, more: object = {}) => ({
  type: 'Collection',
  stac_version: '1.0.0',
  id,
  description: `The collection ${id}`,
  license: 'other',
  extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
  links: [],
  ...more,
});

/** An item that leaves its collection to the path. */
export const looseItem = (id: string, parts: Parameters<typeof itemJson>[1] = {}) =>
  itemJson(id, { collection: undefined, ...parts });

export const featureCollection = (features: readonly unknown[]) => ({ type: 'FeatureCollection', features });

export const itemPath = (collection: string, id: string) =>
  `/collections/${encodeURIComponent(collection)}/items/${encodeURIComponent(id)}`;

let made = 0;

export async function startWriteService(
  settings: Readonly<Record<string, string>> = {},
  options: StartOptions = {},
): Promise<WriteService> {
  const swath = await startService({ SWATH_RATE_LIMIT: '0', ...settings }, options);
  const token = await adminToken(swath);
  const send = (method: string, path: string, options: CallOptions = {}) =>
    call(swath.url, method, path, options.token || options.key ? options : { token, ...options });
  return {
    ...swath,
    token,
    send,
    async collection(id = `collection-${++made}`) {
      const answer = await send('POST', '/collections', { json: collectionJson(id) });
      if (answer.status !== 201) throw new Error(`creating a collection answered ${answer.status}: ${answer.text}`);
      return id;
    },
    async item(collection, id) {
      const stored = await swath.service.catalog.getItem(collection, id, 'all');
      if (stored === null) return null;
      const text = Buffer.from(stored.bytes).toString();
      return { text, json: JSON.parse(text) as Stored['json'] };
    },
  };
}

/** A member with these permissions whose organization was granted these collections, and a key of its own. */
export async function writerOf(
  { url, token }: Pick<WriteService, 'url' | 'token'>,
  permissions: readonly string[],
  grants?: readonly string[],
) {
  const account = await createAccount(url, token, { permissions });
  if (grants) await changeAccount(url, token, account.id, { collections: grants });
  const { access_token: bearer } = await signIn(url, account);
  return { account, token: bearer, key: (await createKey(url, bearer)).api_key };
}
