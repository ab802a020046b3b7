import type { Tuning } from '../../../server/src/adapters/sqlite/catalog/reading/tuning.ts';

/** Each makes searches over few items go ways that they else go over millions. */
export const tunings: Readonly<Record<string, Partial<Tuning>>> = {
  'as it is': {},
  'by small batches and slabs': {
    fewRows: 0,
    firstProbe: 4,
    firstBudget: 100,
    fewestInBatch: 2,
    mostInBatch: 7,
    crowd: -1,
    fewestInSlab: 2,
    mostInSlab: 16,
  },
  'by the index of properties': { fewRows: 0, firstProbe: 1, lookUpCost: 1e-6, fewestInSlab: 8, mostInSlab: 64 },
  'by sorting streams': {
    fewRows: 0,
    firstProbe: 1,
    firstBudget: 1e9,
    lookUpCost: 1e9,
    fewestInBatch: 8,
    mostInBatch: 8,
  },
  'by the index, then by sorting streams': {
    fewRows: 0,
    firstProbe: 1,
    firstBudget: 1e9,
    entryCost: 1,
    lookUpCost: 2,
    fewestInBatch: 4,
    mostInBatch: 64,
    fewestInSlab: 8,
    mostInSlab: 64,
  },
  'by racing': { fewRows: 0, firstProbe: 1, firstBudget: 1, fewestInBatch: 4, fewestInSlab: 16 },
};

/** Statements by which the ways are told; each must have been asked often. */
const ways: Readonly<Record<string, RegExp>> = {
  'one slab of time': /^SELECT r\.pk, .* FROM entries r WHERE .* ORDER BY r\.dt/,
  'a slab of time by classes of duration': / UNION ALL .* ORDER BY dt/,
  'a slab of time within one collection':
    /^SELECT r\.pk, (?!.*r\.collection IN).* FROM entries r WHERE .* ORDER BY r\.dt/,
  'a batch after the place of the last': /FROM entries r WHERE .*r\.dt < \? OR \(r\.dt = \?/,
  'a place in a crowd of one moment': /FROM entries r WHERE .*\(r\.id [<>]= \?\) AND/,
  'backwards or oldest first': /FROM entries r WHERE .* ORDER BY (?:r\.)?dt(?:,| LIMIT)/,
  'items without a value': /FROM entries r WHERE .*r\.v\d+ IS NULL OR r\.v\d+ = \?\)/,
  'the value ahead': /^SELECT p\.value FROM props p .* OFFSET/,
  'a slab of values': /FROM props p CROSS JOIN items r .*ORDER BY p\.value/,
  'the place ahead within one value': /^SELECT p\.dt, .* FROM props p WHERE .*p\.value = \?.* OFFSET/,
  'a piece of one value': /FROM props p CROSS JOIN items r .*p\.value = \?.*ORDER BY p\.dt/,
  'streams sorted by a value': /AS missing/,
  'streams sorted by a value, from a place on': /AS missing[^]*WHERE missing/,
  'the id ahead': /^SELECT r\.id FROM items r .* OFFSET/,
  'a slab of ids': /FROM items r WHERE .*ORDER BY r\.id/,
  'a probe of the index': /^SELECT count\(\*\) FROM \(SELECT 1 FROM props p/,
  'gathered by the index': /FROM props p CROSS JOIN items r .* LIMIT/,
  'gathered from streams': /^SELECT r\.pk, .* FROM entries r WHERE (?!.*ORDER BY).* LIMIT/,
  'gathered by ids': /^SELECT r\.pk, .* FROM items r WHERE \(r\.id IN/,
  'a cell to be remembered': /FROM entries WHERE stream BETWEEN/,
  'remembered items of one second': /FROM json_each.* ORDER BY r\.dt/,
  'counted in streams': /^SELECT count\(\*\) FROM entries/,
  'counted in cells': /^SELECT count\(DISTINCT r\.pk\) FROM entries/,
  'a footprint': /^SELECT footprint/,
  'a document': /^SELECT document/,
};

/** Counts which ways were taken, by the statements that were asked. */
export function createWayCounter() {
  const counts = new Map(Object.keys(ways).map((way) => [way, 0]));
  return {
    saw(sql: string): void {
      for (const [way, pattern] of Object.entries(ways)) if (pattern.test(sql)) counts.set(way, counts.get(way)! + 1);
    },
    takenLessThan: (times: number): readonly string[] => [...counts].filter(([, n]) => n < times).map(([way]) => way),
  };
}
