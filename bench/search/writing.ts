import type { Line } from '../support/report.ts';
import { linesOfWrites } from './bulk-turns.ts';
import { type Resident, measureHttpWrites } from './http/load-route.ts';
import type { PartNeeds, PartResult } from './part.ts';
import { measureWrites } from './writes.ts';

const linesOfMemory = (resident: Resident): readonly Line[] =>
  resident === null
    ? []
    : [
        {
          what: 'resident memory of the service during these loads, at most',
          measured: `${resident.most.toFixed(0)} MB (${resident.before.toFixed(0)} before)`,
          bound: '(shown)',
          isHeld: true,
        },
      ];

/** Bulk loads while searches run, by the store's own verb and over HTTP. */
export async function writing({ served, options }: PartNeeds): Promise<PartResult> {
  const direct = await measureWrites(served, options.rounds);
  const overHttp = await measureHttpWrites(served, options.rounds);
  return {
    lines: [
      ...linesOfWrites(direct, 'online'),
      ...linesOfWrites(overHttp, 'over HTTP'),
      ...linesOfMemory(overHttp.resident),
    ],
    figures: { direct, overHttp },
  };
}
