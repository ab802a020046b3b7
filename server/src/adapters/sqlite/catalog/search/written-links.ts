import { linksAround } from '../../../../catalog/shown/shown-item.ts';

/** The service's own links of an item up to its id, and from there to the comma after the item. */
export type WrittenLinks = { readonly alone: Buffer; readonly afterOthers: Buffer; readonly rest: Buffer };

const mostCollections = 1_000;
let known = new Map<string, WrittenLinks>();
let knownBase = '';

/** As bytes: items of a collection have all but the id in common. */
export function writtenLinks(baseUrl: string): (collection: string) => WrittenLinks {
  if (baseUrl !== knownBase || known.size > mostCollections) {
    known = new Map();
    knownBase = baseUrl;
  }
  return (collection) => {
    const before = known.get(collection);
    if (before !== undefined) return before;
    const [opening, closing] = linksAround(baseUrl, collection);
    const links = {
      alone: Buffer.from(opening),
      afterOthers: Buffer.from(`,${opening}`),
      rest: Buffer.from(`${closing}]},`),
    };
    known.set(collection, links);
    return links;
  };
}
