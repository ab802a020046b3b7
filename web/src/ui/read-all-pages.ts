import type { Page, PageRequest } from '@swath/client';

/** As many as a page of the service holds. */
const pageSize = 1_000;

/** All entries of a list, page by page; no more pages once there are `most`. */
export async function readAllPages<T>(
  read: (page: PageRequest) => Promise<Page<T>>,
  most = Infinity,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let after: string | undefined = ''; after !== undefined && found.length < most;) {
    const page: Page<T> = await read({ limit: pageSize, ...(after === '' ? {} : { after }) });
    found.push(...page.data);
    after = page.next;
  }
  return found;
}
