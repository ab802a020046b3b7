import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { toCql2Json } from '../../server/src/catalog/languages/cql2-json.ts';
import { parseCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { runPython } from '../support/run-python.ts';
import { saySkipped } from '../support/say-skipped.ts';
import { createRandom } from '../support/seeded-random.ts';
import { plainFilter, plainItem } from './plain-filter.ts';

/** The Python of `SWATH_TEST_PYTHON`, where it has the package `cql2`. */
function pythonWithCql2(): string | null {
  const python = process.env['SWATH_TEST_PYTHON'];
  try {
    execFileSync(python ?? '', ['-c', 'import cql2'], { stdio: 'pipe' });
    return python!;
  } catch {
    saySkipped('cql2', 'no Python with the package cql2 in SWATH_TEST_PYTHON');
    return null;
  }
}

const python = pythonWithCql2();

describe.skipIf(python === null)('cql2 of PyPI, which is written in Rust and knows nothing of this service', () => {
  test('reads 400 filters in text and in JSON, and finds the same items', async () => {
    const random = createRandom(5);
    const items = Array.from({ length: 25 }, (_, index) => plainItem(random, `item-${index}`));
    const filters = Array.from({ length: 400 }, (_, index) => {
      const text = plainFilter(random, index % 3);
      const filter = parseCql2Text(text);
      const matches = compileFilter(filter);
      return { text, json: toCql2Json(filter), ours: items.map((item) => matches(item as never) === true) };
    });
    const script = new URL('cql2_verdicts.py', import.meta.url);
    const theirs = await runPython<readonly (readonly boolean[])[][]>(python!, script, { items, filters });
    for (const [index, { text, ours }] of filters.entries())
      expect({ text, verdicts: theirs[index] }).toEqual({ text, verdicts: [ours, ours] });
    const found = filters.filter(({ ours }) => ours.includes(true) && ours.includes(false));
    expect(found.length).toBeGreaterThan(250);
  });
});
