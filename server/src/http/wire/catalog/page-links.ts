import { stringify } from 'node:querystring';
import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import type { Found } from '../../../catalog/ports.ts';
import type { JsonObject } from '../../../catalog/refuse.ts';
import type { Link } from './splice-links.ts';

/** How a request repeats itself: as it came, and for another page. */
export type Paging = { readonly self: Link; to(rel: 'next' | 'prev', token: string): Link };

/** What was asked for stays; a numbered page or an offset gives way to the token. The caller's key was cut out of the URL long before. */
export function pagingByGet(href: string, type: string, query: QueryParameters): Paging {
  const { token: _token, page: _page, offset: _offset, ...rest } = query;
  return {
    self: { rel: 'self', type, href: withQuery(href, query) },
    to: (rel, token) => ({ rel, type, href: withQuery(href, { ...rest, token }), method: 'GET' }),
  };
}

/** `merge: false`: the body is the whole next request. */
export function pagingByPost(href: string, type: string, body: JsonObject): Paging {
  const { token: _token, page: _page, offset: _offset, ...rest } = body;
  return {
    self: { rel: 'self', type, href, method: 'POST', body },
    to: (rel, token) => ({ rel, type, href, method: 'POST', body: { ...rest, token }, merge: false }),
  };
}

/** The links of a page: itself, and the neighbours that it has. */
export function pageLinks({ next, prev }: Pick<Found<unknown>, 'next' | 'prev'>, paging: Paging): readonly Link[] {
  return [
    paging.self,
    ...(next === null ? [] : [paging.to('next', next)]),
    ...(prev === null ? [] : [paging.to('prev', prev)]),
  ];
}

function withQuery(href: string, query: QueryParameters): string {
  const text = stringify(query);
  return text === '' ? href : `${href}?${text}`;
}
