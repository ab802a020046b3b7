/** A text as content or attribute of a page. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** JSON that cannot end the element it stands in. */
export const jsonInPage = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
