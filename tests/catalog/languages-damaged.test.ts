import { describe, expect, test } from 'vitest';
import { FilterError } from '../../server/src/catalog/filter-error.ts';
import type { Filter } from '../../server/src/catalog/filter.ts';
import { functionsOfLanguages } from '../../server/src/catalog/languages/typed/functions.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';
import { ofEcql, ofFes, randomFeature, said } from './said-in-three-languages.ts';

/** Nothing but the error of filters, with its place, may leave a parser. */
function outcomeOf(parse: () => Filter): string {
  try {
    compileFilter(parse());
    return 'read or refused';
  } catch (error) {
    return error instanceof FilterError ? 'read or refused' : String(error);
  }
}

function damaged(random: Random, text: string, pieces: readonly string[]): string {
  let broken = text;
  for (let i = 0; i <= random.below(3); i++) {
    const at = random.below(broken.length + 1);
    broken = `${broken.slice(0, at)}${random.pick(pieces)}${broken.slice(at + random.below(6))}`;
  }
  return broken;
}

describe('texts with random damage are read or refused, never worse', () => {
  test('ECQL', () => {
    const random = createRandom(20_261_118);
    const pieces = [
      '',
      '(',
      ')',
      "'",
      '"',
      ',',
      ';',
      ' AND ',
      '[',
      '!',
      '-',
      '/',
      'P1D',
      '2021-02-30',
      'POINT',
      'SRID=',
      'null',
      '\0',
      '\ud800',
      'ENVELOPE(',
      'id',
      '1e999',
      '*',
      'abs(',
      'DURING',
      '\\',
    ];
    for (let i = 0; i < 1_200; i++) {
      const broken = damaged(random, said(random, 2).ecql, pieces);
      expect({ broken, outcome: outcomeOf(() => ofEcql(broken)) }).toEqual({ broken, outcome: 'read or refused' });
    }
  });

  test('FES', () => {
    const random = createRandom(20_261_119);
    const pieces = [
      '',
      '<',
      '>',
      '/',
      '&',
      '&amp;',
      '&x;',
      '<a>',
      '</Not>',
      '<!--',
      ']]>',
      '<![CDATA[',
      '"',
      ' x="',
      'NaN',
      '1e999',
      '\0',
      '\ud800',
      '<Literal/>',
      '<pos/>',
      '<!DOCTYPE a>',
      '<Function name="constructor"/>',
      'srsName="',
      '-',
    ];
    for (let i = 0; i < 1_200; i++) {
      const broken = damaged(random, said(random, 2).fes, pieces);
      expect({ broken, outcome: outcomeOf(() => ofFes(broken)) }).toEqual({ broken, outcome: 'read or refused' });
    }
  });

  test('FES that is XML still, with elements in other places', () => {
    const random = createRandom(20_261_120);
    for (let i = 0; i < 600; i++) {
      const [first, second] = [said(random, 2).fes, said(random, 2).fes];
      const elements = [...second.matchAll(/<(\w+)(?: [^>]*)?>[^<]*<\/\1>/g)].map(([whole]) => whole);
      const broken = first.replace(/<(\w+)(?: [^>]*)?>[^<]*<\/\1>/, elements.length === 0 ? '' : random.pick(elements));
      expect({ broken, outcome: outcomeOf(() => ofFes(broken)) }).toEqual({ broken, outcome: 'read or refused' });
    }
  });
});

test('every function with arguments of every kind is read or refused, and never throws for a feature', () => {
  const random = createRandom(20_261_121);
  const features = Array.from({ length: 10 }, () => randomFeature(random));
  const values =
    `source|cloudCover|acquisitionDate|featureGeometry|niirs|isBrowse|id()|now()|'x'|''|'2021-06-01'|'yyyy-MM'|
    'POINT(1 2)'|5|-0.5|1e300|true|2021-06-01|POINT(1 2)|MULTIPOINT EMPTY|ENVELOPE(1,2,4,3)|abs(niirs)|
    centroid(featureGeometry)`.split(/\|\s*/);
  let readCount = 0;
  for (const { name, arguments: count } of functionsOfLanguages)
    for (let i = 0; i < 40; i++) {
      const args = Array.from({ length: Math.max(0, count + random.pick([0, 0, 0, 1, -1])) }, () =>
        random.pick(values),
      );
      const text = `${name}(${args.join(', ')})${random.pick([' = 1', " = 'x'", ' IS NULL', '', ' > 2021-06-01'])}`;
      const outcome = outcomeOf(() => {
        const filter = ofEcql(text);
        const evaluate = compileFilter(filter);
        for (const feature of features) evaluate(feature);
        readCount++;
        return filter;
      });
      expect({ text, outcome }).toEqual({ text, outcome: 'read or refused' });
    }
  expect(readCount).toBeGreaterThan(200);
});
