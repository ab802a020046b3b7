const bitsInPage = 65_536;

/** Says of each item's key whether it comes for the first time, in an eighth of a byte for each. */
export function createSeenItems(): (pk: number) => boolean {
  const pages = new Map<number, Uint8Array>();
  return (pk) => {
    const number = Math.floor(pk / bitsInPage);
    let page = pages.get(number);
    if (page === undefined) pages.set(number, (page = new Uint8Array(bitsInPage / 8)));
    const [at, bit] = [(pk % bitsInPage) >> 3, 1 << (pk & 7)];
    if ((page[at]! & bit) !== 0) return false;
    page[at]! |= bit;
    return true;
  };
}
