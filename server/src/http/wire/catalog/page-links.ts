import { stringify } from 'node:querystring';
import { type QueryParameters, membersOfQuery } from '../../../catalog/languages/search-query.ts';
import type { Found } from '../../../catalog/ports.ts';
import { type JsonObject, isGiven, refuse } from '../../../catalog/refuse.ts';
import { exportFormatNames, exportFormats } from '../../../exports/formats.ts';
import type { Link } from './splice-links.ts';
import { withMember, writtenJson } from './written-json.ts';

/** How a request repeats itself: as it came, and for another page. */
export type Paging = {
  readonly self: Link;
  /** The page was asked for by its number or by an offset. */
  readonly isCounted: boolean;
  to(rel: 'next' | 'prev', token: string): Link;
};

/** Address and headers have 16 KiB together, in Node and in proxies no more. */
const longestAddress = 14_000;

/** Where the same is asked for by POST, and what the body says besides. */
export type PostPlace = { readonly href: string; readonly members?: JsonObject };

/**
 * What was asked for stays; a numbered page or an offset gives way to the token. The caller's key was cut out of the URL
 * long before. Where area, filter or the place in the order make an address that nobody takes, the link is a POST.
 */
export function pagingByGet(href: string, type: string, query: QueryParameters, post?: PostPlace): Paging {
  const { token: _token, page, offset, ...rest } = query;
  return {
    self: { rel: 'self', type, href: withQuery(href, query) },
    isCounted: isAsked(page) || isAsked(offset),
    to(rel, token) {
      const address = withQuery(href, { ...rest, token });
      if (post === undefined || address.length <= longestAddress) return { rel, type, href: address, method: 'GET' };
      return pagingByPost(post.href, type, { ...membersOfQuery(rest), ...post.members }).to(rel, token);
    },
  };
}

/** `merge: false`: the body is the whole next request. */
export function pagingByPost(href: string, type: string, body: JsonObject): Paging {
  const { token, page, offset } = body;
  const given = writtenJson(body);
  const isFirst = token === undefined && page === undefined && offset === undefined;
  const rest = isFirst ? given : writtenJson(withoutPlace(body));
  return {
    self: { rel: 'self', type, href, method: 'POST', body: given },
    isCounted: isAsked(page) || isAsked(offset),
    to: (rel, next) => ({ rel, type, href, method: 'POST', body: withMember(rest, 'token', next), merge: false }),
  };
}

function withoutPlace({ token: _token, page: _page, offset: _offset, ...rest }: JsonObject): JsonObject {
  return rest;
}

const isAsked = (value: unknown): boolean => isGiven(value) && value !== '';

type Shown = Pick<Found<unknown>, 'next'> & { readonly count: number };

/** Who counts pages would pass over what one had no room for. */
export function refuseCutShort({ count, next }: Shown, limit: number, { isCounted }: Paging): void {
  if (isCounted && next !== null && count < limit)
    refuse(
      'limit',
      `is too much for one page, which ${count} of these items fill: ask for fewer, or follow next links`,
    );
}

/** The links of a page: itself, and the neighbours that it has. */
export function pageLinks({ next, prev }: Pick<Found<unknown>, 'next' | 'prev'>, paging: Paging): readonly Link[] {
  return [
    paging.self,
    ...(next === null ? [] : [paging.to('next', next)]),
    ...(prev === null ? [] : [paging.to('prev', prev)]),
  ];
}

/** The same as files, by GET: everything that matches, or as many as `limit` says. */
export function alternateLinks(href: string, query: QueryParameters): readonly Link[] {
  const { token: _token, page: _page, offset: _offset, f: _f, ...rest } = query;
  const links = exportFormatNames.map((f) => {
    const { contentType: type, title } = exportFormats[f];
    return { rel: 'alternate', type, title, href: withQuery(href, { ...rest, f }) };
  });
  return links.filter((link) => link.href.length <= longestAddress);
}

function withQuery(href: string, query: QueryParameters): string {
  const text = stringify(query);
  return text === '' ? href : `${href}?${text}`;
}
