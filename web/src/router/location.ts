import { useMemo, useSyncExternalStore } from 'react';
import { home, pathBelowHome } from './home.ts';

const [moved, leaving] = ['swath:moved', 'swath:leaving'];

/** The path without its trailing slash; `/` stays. */
function currentPath(): string {
  const path = pathBelowHome(window.location.pathname) ?? window.location.pathname;
  return path.replace(/\/+$/, '') || '/';
}

export function usePath(): string {
  // The fragment is part of the snapshot, so that a second mailed link opened in this tab is noticed.
  useSyncExternalStore(subscribe, () => window.location.hash);
  return useSyncExternalStore(subscribe, currentPath);
}

export function navigate(path: string, options: { readonly isReplacing?: boolean } = {}): void {
  window.dispatchEvent(new Event(leaving));
  if (options.isReplacing) window.history.replaceState(null, '', addressOf(path));
  else window.history.pushState(null, '', addressOf(path));
  window.scrollTo(0, 0);
  window.dispatchEvent(new Event(moved));
}

/** Longer ones are refused by proxies, and by the service, when the page is loaded again. */
const longestSent = 4_000;

/** Where a link to a page leads. A long state, such as an area of many corners, goes behind `#`, which browsers keep. */
export const addressOf = (path: string): string => home + sendable(path);

const sendable = (path: string): string =>
  path.length > longestSent && !path.includes('#') ? path.replace('?', '#?') : path;

/** What stands behind the question mark, wherever that stands. */
export function currentSearch(): string {
  const { search, hash } = window.location;
  return search === '' && hash.startsWith('#?') ? hash.slice(1) : search;
}

/** The same, for pages whose state is their address. */
export function useSearch(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, currentSearch);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The same page with another state: nothing scrolls, and no step is added to the history. */
export function replaceSearch(parameters: URLSearchParams): void {
  window.history.replaceState(null, '', pathWith(parameters));
  window.dispatchEvent(new Event(moved));
}

/** The same page with another state, from which the Back button leads to the one before. */
export function pushSearch(parameters: URLSearchParams): void {
  window.history.pushState(null, '', pathWith(parameters));
  window.dispatchEvent(new Event(moved));
}

function pathWith(parameters: URLSearchParams): string {
  const search = parameters.toString();
  return sendable(`${window.location.pathname}${search === '' ? '' : `?${search}`}`);
}

/** What a page keeps with this step of the history: a reload, Back and Forward bring it back. */
export const keptState = (): unknown => window.history.state;

export function keepState(state: unknown): void {
  try {
    window.history.replaceState(state, '');
  } catch {
    // More than this browser keeps, as an area of very many corners may be: then it goes with the page.
  }
}

/** Told before a link, a reload or the end of the tab; not before Back, which has gone by then. */
export function beforeLeaving(keep: () => void): () => void {
  // What is kept as late as `pagehide` is lost on a reload; phones end pages that nobody sees without a word.
  const events = [leaving, 'beforeunload', 'visibilitychange'];
  for (const event of events) window.addEventListener(event, keep);
  return () => {
    for (const event of events) window.removeEventListener(event, keep);
  };
}

/** Secrets of mailed links travel in the fragment, which browsers never send to a server. */
export function fragmentValue(name: string): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get(name) || null;
}

function subscribe(onChange: () => void): () => void {
  const events = ['popstate', 'hashchange', moved];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}
