import { linesOfWrites } from './bulk-turns.ts';
import { measureHttpWrites } from './http/load-route.ts';
import type { PartNeeds, PartResult } from './part.ts';
import { measureWrites } from './writes.ts';

/** Bulk loads while searches run, by the store's own verb and over HTTP. */
export async function writing({ served, options }: PartNeeds): Promise<PartResult> {
  const direct = await measureWrites(served, options.rounds);
  const overHttp = await measureHttpWrites(served, options.rounds);
  return {
    lines: [...linesOfWrites(direct, 'online bulk loads'), ...linesOfWrites(overHttp, 'bulk loads over HTTP')],
    figures: { direct, overHttp },
  };
}
