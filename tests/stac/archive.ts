import { type Item } from '../../server/src/catalog/item.ts';
import { fill, makeItem, put } from '../catalog/contract/fixtures.ts';
import { adminToken, changeAccount, createAccount, signIn } from '../support/accounts.ts';
import { type Answer, type CallOptions, call } from '../support/call.ts';
import { type TestService, startService } from '../support/start-service.ts';

export { makeCollection, makeItem, putCollections, square } from '../catalog/contract/fixtures.ts';

export type Link = {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly method?: string;
  readonly merge?: boolean;
  readonly body?: Record<string, unknown>;
};
export type Document = Record<string, unknown> & { readonly id: string; readonly links: readonly Link[] };
export type Page = {
  readonly features: readonly Document[];
  readonly collections: readonly Document[];
  readonly children: readonly Document[];
  readonly numberMatched?: number;
  readonly numberReturned: number;
  readonly links: readonly Link[];
};

/** A service with items in its catalogue, and one who may see all of them. */
export type Archive = {
  readonly swath: TestService;
  readonly url: string;
  readonly token: string;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(body: unknown, options?: CallOptions): Promise<Answer>;
  add(...items: readonly Item[]): Promise<void>;
  stop(): Promise<void>;
};

export async function startArchive(
  items: readonly Item[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Archive> {
  const swath = await startService(settings);
  const { url, service } = swath;
  await fill(service.catalog, items);
  const token = await adminToken(swath);
  return {
    swath,
    url,
    token,
    get: (path, options = {}) => call(url, 'GET', path, { token, ...options }),
    post: (json, options = {}) => call(url, 'POST', '/search', { token, json, ...options }),
    add: async (...more) => void (await put(service.catalog, more)),
    stop: () => swath.stop(),
  };
}

/** A member of an organization that was granted these collections alone. */
export async function memberToken({ url, token }: Archive, collections: readonly string[]): Promise<string> {
  const account = await createAccount(url, token);
  await changeAccount(url, token, account.id, { collections });
  return (await signIn(url, account)).access_token;
}

/** Ten days of one collection, newest last: `a0` to `a9`. */
export const tenDays = (collection = 'a'): readonly Item[] =>
  Array.from({ length: 10 }, (_, day) =>
    makeItem(`${collection}${day}`, {
      collection,
      properties: { datetime: `2020-06-${10 + day}T12:00:00Z`, day },
    }),
  );

export const idsOf = (answer: Answer): readonly string[] => answer.json<Page>().features.map(({ id }) => id);

export const linkOf = ({ links }: { readonly links: readonly Link[] }, rel: string): Link | undefined =>
  links.find((link) => link.rel === rel);

/** Parameters of a GET that say what a POST body says. */
export const queryOf = (body: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : asParameter(name, value)]),
  ).toString();

function asParameter(name: string, value: unknown): string {
  if (Array.isArray(value) && ['bbox', 'ids', 'collections'].includes(name)) return value.join(',');
  return JSON.stringify(value);
}
