import { fileURLToPath, pathToFileURL } from 'node:url';
import { isLocalHref, locationOfHref, markerStart } from './local-href.ts';
import { type JsonObject, isObject } from './refuse.ts';
import { documentOf } from './stored-document.ts';

const marker = Buffer.from(markerStart);

/** Whether a stored document names files of this machine: told without reading it. */
export const hasLocalSources = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(marker);

/** The files of this machine that a stored document names, by the asset's key. */
export function localSources(bytes: Uint8Array): ReadonlyMap<string, string> {
  if (!hasLocalSources(bytes)) return new Map();
  const found = new Map<string, string>();
  for (const [key, asset] of assetsOf(documentOf(bytes))) {
    const href = asset['href'];
    if (typeof href === 'string' && isLocalHref(href)) found.set(key, fileURLToPath(locationOfHref(href)));
  }
  return found;
}

/** The document with other files where `moved` names one; the same object where it names none. */
export function withMovedSources(document: JsonObject, moved: (path: string) => string | null): JsonObject {
  const changed = new Map<string, JsonObject>();
  for (const [key, asset] of assetsOf(document)) {
    const href = asset['href'];
    const path = typeof href === 'string' && isLocalHref(href) ? moved(fileURLToPath(locationOfHref(href))) : null;
    if (path !== null) changed.set(key, { ...asset, href: pathToFileURL(path).href });
  }
  if (changed.size === 0) return document;
  // Not by spreading: a key may be `__proto__`.
  const entries = Object.entries(document['assets'] as JsonObject).map(([key, asset]) => [
    key,
    changed.get(key) ?? asset,
  ]);
  return { ...document, assets: Object.fromEntries(entries) as JsonObject };
}

function assetsOf({ assets }: JsonObject): readonly (readonly [string, JsonObject])[] {
  if (!isObject(assets)) return [];
  return Object.entries(assets).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
}
