import type { Line } from '../support/report.ts';
import {
  type GrowthQueries,
  type GrowthRow,
  chooseGrowthQueries,
  joinGrowth,
  linesOfGrowth,
  measureGrowth,
  printGrowth,
} from './growth.ts';
import { type KindTable, linesOfKinds, measureKinds, printKindTable, warmUp } from './kind-table.ts';
import type { PartNeeds, PartResult } from './part.ts';
import { openCatalogue } from './store.ts';

/** A table of each size, and, where there are several, how the kinds grow from the smallest to the largest. */
export async function kindsAndGrowth({ folders, options }: PartNeeds): Promise<PartResult> {
  const tables: KindTable[] = [];
  const growth: ReadonlyMap<string, GrowthRow>[] = [];
  let chosen: GrowthQueries | null = null;
  for (const { file, items } of folders) {
    const { catalog, close } = await openCatalogue(file);
    try {
      await warmUp(catalog, items);
      if (folders.length > 1) {
        chosen ??= await chooseGrowthQueries(catalog, items, options);
        growth.push(await measureGrowth(catalog, chosen));
      }
      tables.push(await measureKinds(catalog, items, options));
    } finally {
      await close();
    }
  }
  tables.forEach(printKindTable);
  const lines = tables.flatMap(linesOfKinds);
  if (growth.length < 2) return { lines, figures: { tables } };
  return withGrowth(
    folders.map(({ items }) => items),
    tables,
    growth,
    lines,
  );
}

function withGrowth(
  sizes: readonly number[],
  tables: readonly KindTable[],
  bySize: readonly ReadonlyMap<string, GrowthRow>[],
  lines: readonly Line[],
): PartResult {
  const rows = joinGrowth(bySize);
  printGrowth(sizes, rows);
  return { lines: [...lines, ...linesOfGrowth(sizes, rows)], figures: { tables, growth: { sizes, rows } } };
}
