import type { Page, PageRequest } from '@swath/client';
import { describe, expect, test } from 'vitest';
import { readAllPages } from '../../web/src/ui/read-all-pages.ts';

/** Pages of two entries, and what was asked for. */
function listOf(entries: readonly number[]) {
  const asked: PageRequest[] = [];
  const read = async (page: PageRequest): Promise<Page<number>> => {
    asked.push(page);
    const from = Number(page.after ?? 0);
    const hasMore = from + 2 < entries.length;
    return { data: entries.slice(from, from + 2), has_more: hasMore, ...(hasMore ? { next: String(from + 2) } : {}) };
  };
  return { asked, read };
}

describe('a list that is shown whole', () => {
  test('has the entries of all its pages, in their order', async () => {
    const { read, asked } = listOf([1, 2, 3, 4, 5]);
    expect(await readAllPages(read)).toEqual([1, 2, 3, 4, 5]);
    expect(asked.map(({ after }) => after)).toEqual([undefined, '2', '4']);
  });

  test('is read no further than it is shown', async () => {
    const { read, asked } = listOf([1, 2, 3, 4, 5]);
    expect([await readAllPages(read, 3), asked.length]).toEqual([[1, 2, 3, 4], 2]);
  });
});
