/** What tells where something is or what was asked of it, and no secret. */
const harmless = new Set([
  'bbox',
  'collections',
  'datetime',
  'f',
  'fields',
  'ids',
  'limit',
  'offset',
  'page',
  'sortby',
]);
const mask = '***';

/** The address without its user, its password and whatever its parameters may hold of secrets. */
export function maskedUrl(text: string): string {
  if (!text.includes('://')) return text;
  if (!URL.canParse(text)) return text.replace(/\/\/[^/?#]*@/, `//${mask}@`).replace(/\?.*$/s, `?${mask}`);
  const url = new URL(text);
  // Most addresses have nothing to hide: they stay as they were written.
  if (url.username === '' && url.password === '' && url.search === '' && url.hash === '') return text;
  if (url.username !== '' || url.password !== '') {
    url.username = mask;
    url.password = '';
  }
  for (const name of new Set(url.searchParams.keys())) if (!harmless.has(name)) url.searchParams.set(name, mask);
  url.hash = '';
  return url.href;
}

/** A sentence with every address in it masked. */
export const maskUrls = (text: string): string =>
  text.includes('://') ? text.replaceAll(/[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/gi, maskedUrl) : text;
