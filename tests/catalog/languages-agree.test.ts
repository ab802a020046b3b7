import { describe, expect, test } from 'vitest';
import { parseCql2Text, toCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { createRandom } from '../support/seeded-random.ts';
import { ofEcql, ofFes, randomFeature, read, said } from './said-in-three-languages.ts';

describe('one meaning in three languages', () => {
  test('gives the same tree, and the same verdict of every feature', () => {
    const random = createRandom(20_261_117);
    const features = Array.from({ length: 40 }, () => randomFeature(random));
    const verdicts = new Set<unknown>();
    for (let i = 0; i < 150; i++) {
      const one = said(random, 3);
      const tree = parseCql2Text(one.cql2);
      expect({ ...one, tree: ofEcql(one.ecql) }).toEqual({ ...one, tree });
      expect({ ...one, tree: ofFes(one.fes) }).toEqual({ ...one, tree });
      expect(parseCql2Text(toCql2Text(tree))).toEqual(tree);
      const evaluate = compileFilter(tree);
      if (i < 60) for (const feature of features) verdicts.add(evaluate(feature));
    }
    expect(verdicts).toEqual(new Set([true, false, null]));
  });

  test('DURING holds its ends in ECQL and leaves them out in FES', () => {
    const june = { properties: { datetime: '2021-06-01T00:00:00Z' } };
    const period =
      '<TimePeriod><beginPosition>2021-06-01</beginPosition><endPosition>2021-07-01</endPosition></TimePeriod>';
    expect(compileFilter(ofEcql('acquisitionDate DURING 2021-06-01T00:00:00Z/P1M'))(june)).toBe(true);
    expect(compileFilter(ofFes(`<During>${read('acquisitionDate')}${period}</During>`))(june)).toBe(false);
  });
});
