import { type JsonObject, isObject, refuse } from '../catalog/refuse.ts';

/** A document whose links and assets lead to the same places from anywhere. */
export function withAbsoluteHrefs(document: JsonObject, base: string): JsonObject {
  const { links, assets } = document;
  return {
    ...document,
    ...(Array.isArray(links) ? { links: links.map((link, i) => withHref(link, base, `links[${i}]`)) } : {}),
    ...(isObject(assets) ? { assets: withAssets(assets, base) } : {}),
  };
}

/** Not by spreading: a key may be `__proto__`. */
const withAssets = (assets: JsonObject, base: string): JsonObject =>
  Object.fromEntries(Object.entries(assets).map(([key, asset]) => [key, withHref(asset, base, `assets.${key}`)]));

function withHref(part: unknown, base: string, member: string): unknown {
  if (!isObject(part) || typeof part['href'] !== 'string') return part;
  return { ...part, href: absoluteHref(part['href'], base, member) };
}

/** Those that are absolute stay as they are written. */
function absoluteHref(href: string, base: string, member: string): string {
  // As it will be read: tabs and line ends within a scheme are none to whoever reads addresses.
  const read = URL.canParse(href, base) ? new URL(href, base) : null;
  // Else whoever publishes a catalogue could have files of this machine served.
  if ((/^\s*file:/i.test(href) || read?.protocol === 'file:') && !base.startsWith('file:'))
    refuse(`${member}.href`, 'names a file of this machine, but comes from another');
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return href;
  return read?.href ?? refuse(`${member}.href`, 'is no address');
}

/** The documents that links of a relation lead to, each once. */
export function linkedFrom({ links }: JsonObject, relation: string, base: string): readonly string[] {
  const found = Array.isArray(links) ? links.filter(isObject) : [];
  const hrefs = found
    .filter(({ rel, href }) => rel === relation && typeof href === 'string')
    .map(({ href }) => href as string)
    .filter((href) => URL.canParse(href, base));
  return [...new Set(hrefs.map((href) => withoutFragment(new URL(href, base))))];
}

function withoutFragment(url: URL): string {
  url.hash = '';
  return url.href;
}
