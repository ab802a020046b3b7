import { type Answer, type CallOptions, call } from '../support/call.ts';

export type PageLink = {
  readonly rel: string;
  readonly href: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly merge?: boolean;
};
export type Page = {
  readonly features: readonly { readonly id: string; readonly collection: string }[];
  readonly links: readonly PageLink[];
  readonly numberMatched?: number;
  readonly numberReturned: number;
};

export type Search = { readonly method: 'GET' | 'POST'; readonly path: string; readonly json?: unknown };

/** A search by GET: members that are no texts go as JSON. */
export const byGet = (members: Readonly<Record<string, unknown>>, path = '/search'): Search => {
  const pairs = Object.entries(members).map(([name, value]) => [name, asText(value)]);
  return { method: 'GET', path: `${path}?${new URLSearchParams(pairs)}` };
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const byPost = (json: Readonly<Record<string, unknown>>): Search => ({ method: 'POST', path: '/search', json });

export const ask = (url: string, { method, path, json }: Search, options: CallOptions): Promise<Answer> =>
  call(url, method, path, json === undefined ? options : { ...options, json });

/** The page that a search answers; anything but 200 is an error. */
export async function askPage(url: string, search: Search, options: CallOptions): Promise<Page> {
  const answer = await ask(url, search, options);
  if (answer.status !== 200)
    throw new Error(`${search.method} ${search.path.slice(0, 300)} answered ${answer.status}: ${answer.text}`);
  return answer.json<Page>();
}

/** What a search finds, walking its next links as a client does; `baseUrl` is what the links start with. */
export async function walkPages(
  url: string,
  baseUrl: string,
  search: Search,
  options: CallOptions,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let next: Search | null = search; next !== null;) {
    if (pages.length > 1_000) throw new Error('the pages do not end');
    const page = await askPage(url, next, options);
    pages.push(page);
    const link = page.links.find(({ rel }) => rel === 'next');
    next = link === undefined ? null : followed(link, next, baseUrl);
  }
  return pages;
}

function followed({ href, method = 'GET', body, merge }: PageLink, last: Search, baseUrl: string): Search {
  if (!href.startsWith(baseUrl)) throw new Error(`${href} leads elsewhere`);
  const path = href.slice(baseUrl.length);
  if (method === 'GET') return { method, path };
  const json = merge ? { ...(last.json as object), ...(body as object) } : body;
  return { method: 'POST', path, json };
}

export const idsOf = (pages: readonly Page[]): readonly string[] =>
  pages.flatMap(({ features }) => features.map(({ id }) => id));
