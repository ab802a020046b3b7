/** Ids in one text, with commas between; what would part or trim an id is escaped within it. */
export const namesText = (names: readonly string[], between = ','): string =>
  names.map((name) => name.replaceAll(/[%,]|^ | $/g, encodeURIComponent)).join(between);

/** The ids of such a text, also of one that was typed; an id may hold space. */
export function readNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().replaceAll(/%2C|%25|%20/gi, decodeURIComponent));
  return [...new Set(names.filter((name) => name !== ''))];
}
