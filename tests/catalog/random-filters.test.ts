import { expect, test } from 'vitest';
import { FilterError } from '../../server/src/catalog/filter-error.ts';
import { parseCql2Json, toCql2Json } from '../../server/src/catalog/languages/cql2-json.ts';
import { parseCql2Text, toCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { createRandom } from '../support/seeded-random.ts';
import { randomFilter, randomItem } from './random-filter.ts';

const seed = 20_240_613;

test('2,000 random filters print and read back to the same tree, in text and in JSON', () => {
  const random = createRandom(seed);
  for (let i = 0; i < 2_000; i++) {
    const filter = randomFilter(random, 4);
    const text = toCql2Text(filter);
    expect({ text, tree: parseCql2Text(text) }).toEqual({ text, tree: filter });
    expect(parseCql2Json(JSON.parse(JSON.stringify(toCql2Json(filter))))).toEqual(filter);
  }
});

test('they mean the same after the way through text, and evaluation never throws', () => {
  const random = createRandom(seed + 1);
  const items = Array.from({ length: 20 }, () => randomItem(random));
  const seen = new Set<unknown>();
  for (let i = 0; i < 600; i++) {
    const filter = randomFilter(random, 3);
    const [direct, through] = [compileFilter(filter), compileFilter(parseCql2Text(toCql2Text(filter)))];
    const opposite = compileFilter({ kind: 'not', arg: filter });
    for (const item of items) {
      const verdict = direct(item);
      seen.add(verdict);
      expect(through(item)).toBe(verdict);
      expect(opposite(item)).toBe(verdict === null ? null : !verdict);
    }
  }
  expect(seen).toEqual(new Set([true, false, null]));
});

test('text with random damage is read or refused with a place, never worse', () => {
  const random = createRandom(seed + 2);
  const damage = ['', '(', ')', "'", '"', ',', ' AND ', '\\', '\u0000', '-', '..', 'POINT', '\ud800'];
  for (let i = 0; i < 1_000; i++) {
    const text = toCql2Text(randomFilter(random, 2));
    const at = random.below(text.length + 1);
    const broken = `${text.slice(0, at)}${random.pick(damage)}${text.slice(at + random.below(4))}`;
    expect({ broken, outcome: outcomeOf(broken) }).toEqual({ broken, outcome: 'read or refused' });
  }
});

function outcomeOf(text: string): string {
  try {
    parseCql2Text(text);
    return 'read or refused';
  } catch (error) {
    return error instanceof FilterError && error.place !== null ? 'read or refused' : String(error);
  }
}
