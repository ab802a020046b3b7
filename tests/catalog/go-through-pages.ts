/** Of a page, in tests of pages that have too many. */
export const mostBytes = 10_000;
/** With what stands around it, the largest document of such a test. */
const largest = 35_000;

export type Page = {
  readonly ids: readonly string[];
  readonly bytes: number;
  readonly next: string | null;
  readonly prev: string | null;
};
export type Show = (body: object) => Promise<Page>;

/** All pages forth, and all of them back from the last one. */
export async function goThrough(show: Show) {
  const [first, last] = [await show({ limit: 10_000 }), { limit: 10_000, token: null as string | null }];
  const forth = [first];
  while ((last.token = forth.at(-1)!.next) !== null) forth.push(await show(last));
  const back = [forth.at(-1)!];
  while ((last.token = back[0]!.prev) !== null) back.unshift(await show(last));
  const most = Math.max(...[...forth, ...back].map(({ bytes }) => bytes));
  const isCut = forth.length > 5 && forth.length < 20;
  return { forth: idsIn(forth), back: idsIn(back), isBound: most < mostBytes + largest, isCut };
}

const idsIn = (pages: readonly Page[]): readonly string[] => pages.flatMap((page) => page.ids);
