import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Patch } from './patch/patch.ts';
import { type JsonObject, isObject, refuse } from './refuse.ts';

// A stored document names no folder of this machine to anyone: a local href is stored as a marker, which is
// `~swath-local:{the asset's key}:{file URL}`, all of it of characters that JSON does not escape, and leaves as an address.

/** Begins with a character that documents hardly hold: to look for it takes a quarter of a microsecond, not one and a half. */
export const markerStart = '~swath-local:';

/** The href as it is stored; one that is stored already says no more than its file URL does. */
export function storedHref(key: string, href: string): string {
  const path = pathOf(key, locationOfHref(href));
  if (path === null) return href;
  // Clients resolve these steps: the address of the file would lead elsewhere.
  if (key === '.' || key === '..') refuse('assets', `must not have a file of this machine under the name '${key}'`);
  return `${markerStart}${encodedKey(key)}:${pathToFileURL(path).href}`;
}

/** Where a stored href leads: the file URL of a marker, else itself. */
export function locationOfHref(href: string): string {
  const [, location] = /^~swath-local:[^:]*:(file:.*)$/s.exec(href) ?? [];
  return location ?? href;
}

export const isLocalHref = (href: string): boolean => href.startsWith(markerStart);

/** Assets with their local hrefs as they are stored; the same object where there are none. */
export function storedAssets(assets: JsonObject): JsonObject {
  let changed: Map<string, JsonObject> | null = null;
  for (const key of Object.keys(assets)) {
    const href = hrefOf(assets[key]);
    if (href === null || isPlain(href)) continue;
    const stored = storedHref(key, href);
    if (stored !== href) (changed ??= new Map()).set(key, { ...(assets[key] as JsonObject), href: stored });
  }
  return changed === null ? assets : replaced(assets, changed);
}

/** Most hrefs are: then nothing more is asked of them. */
const isPlain = (href: string): boolean => href.startsWith('https://') || href.startsWith('s3://');

/** A patch is for the document as its author read it. */
export const patchAsRead =
  (patch: Patch, home: string): Patch =>
  (document) =>
    restoreLocations(patch(withAddresses(document, home)), document, home);

/** A stored document with its local hrefs as addresses, as it is sent. */
function withAddresses(document: JsonObject, home: string): JsonObject {
  return changeHrefs(document, (href, key) => (isLocalHref(href) ? home + encodedKey(key) : href)) as JsonObject;
}

export function namesOwnAssets(document: unknown, home: string): boolean {
  const assets = isObject(document) ? document['assets'] : null;
  return isObject(assets) && Object.values(assets).some((asset) => (hrefOf(asset) ?? '').startsWith(home));
}

/** A document as it was read, with the locations that are stored in the place of the service's own addresses. */
export function restoreLocations(document: unknown, stored: JsonObject | null, home: string): unknown {
  return changeHrefs(document, (href, key) =>
    href.startsWith(home) ? storedLocation(stored, href.slice(home.length), key) : href,
  );
}

const hrefOf = (asset: unknown): string | null =>
  isObject(asset) && typeof asset['href'] === 'string' ? asset['href'] : null;

/** The same object where no href changes; what is no document is for others to refuse. */
function changeHrefs(document: unknown, change: (href: string, key: string) => string): unknown {
  if (!isObject(document) || !isObject(document['assets'])) return document;
  const { assets } = document as { assets: JsonObject };
  const changed = new Map<string, JsonObject>();
  for (const [key, asset] of Object.entries(assets)) {
    const href = hrefOf(asset);
    const other = href === null ? null : change(href, key);
    if (other !== href) changed.set(key, { ...(asset as JsonObject), href: other });
  }
  return changed.size === 0 ? document : { ...document, assets: replaced(assets, changed) };
}

function storedLocation(stored: JsonObject | null, encoded: string, key: string): string {
  const assets = stored?.['assets'];
  const name = decoded(encoded);
  const asset = isObject(assets) && name !== null && Object.hasOwn(assets, name) ? assets[name] : null;
  const href = hrefOf(asset);
  if (href !== null && isLocalHref(href)) return locationOfHref(href);
  return refuse(`assets.${key}.href`, 'is an address of this service for a file that it does not know');
}

/** Not by spreading: a key may be `__proto__`. */
const replaced = (assets: JsonObject, changed: ReadonlyMap<string, JsonObject>): JsonObject =>
  Object.fromEntries(Object.entries(assets).map(([key, asset]) => [key, changed.get(key) ?? asset]));

function pathOf(key: string, href: string): string | null {
  if (isLocalHref(href)) refuse(`assets.${key}.href`, `must not begin with '${markerStart}'`);
  if (isAbsolute(href)) return href;
  if (!/^file:/i.test(href)) return null;
  try {
    return fileURLToPath(new URL(href));
  } catch {
    return refuse(`assets.${key}.href`, 'is not the URL of a file on this machine');
  }
}

function encodedKey(key: string): string {
  try {
    return encodeURIComponent(key);
  } catch {
    return refuse('assets', 'must have names of whole characters');
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
