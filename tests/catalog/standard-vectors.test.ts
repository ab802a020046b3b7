import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../server/src/catalog/filter.ts';
import { parseCql2Json, toCql2Json } from '../../server/src/catalog/languages/cql2-json.ts';
import { parseCql2Text, toCql2Text } from '../../server/src/catalog/languages/cql2-text.ts';
import { tokenAt } from '../../server/src/catalog/languages/cql2-text-tokens.ts';
import { compileFilter } from '../../server/src/catalog/match-filter.ts';
import { countRows, hasVectors, layer, listFiles, readJson, readText, whySkipped } from './vector-files.ts';

const require = createRequire(import.meta.url);
const ajvPath = resolved('ajv/dist/2020.js');

/** Ajv comes with the HTTP framework, but nothing promises that it can be reached from here. */
function resolved(module: string): string | null {
  try {
    return require.resolve(module);
  } catch {
    return null;
  }
}

const throughJson = (filter: Filter): Filter => parseCql2Json(JSON.parse(JSON.stringify(toCql2Json(filter))));
const throughText = (filter: Filter): Filter => parseCql2Text(toCql2Text(filter));

function count(filter: Filter, dataSource: string): number {
  const matches = compileFilter(filter);
  return layer(dataSource).filter((feature) => matches(feature) === true).length;
}

describe.skipIf(!hasVectors)(`predicates of the standard's annex${whySkipped}`, () => {
  test('all 187 rows are there', () => {
    expect(countRows()).toHaveLength(187);
    expect(countRows().filter(({ observedCount }) => observedCount !== undefined).length).toBeLessThanOrEqual(3);
  });

  test.each(countRows())('$conformanceClass: $filter', ({ filter, dataSource, expectedCount, observedCount }) => {
    const tree = parseCql2Text(filter, { mustBeValid: true });
    expect(throughJson(tree)).toEqual(tree);
    expect(throughText(tree)).toEqual(tree);
    expect(count(tree, dataSource)).toBe(observedCount ?? expectedCount);
  });

  test('any combination of four predicates evaluates, and never contradicts itself', () => {
    const rows = countRows().filter(({ dataSource }) => dataSource === 'ne_110m_populated_places_simple');
    for (let i = 0; i + 3 < rows.length; i += 4) {
      const [p1, p2, p3, p4] = rows.slice(i, i + 4).map(({ filter }) => filter);
      const text = `((NOT ${p1} AND ${p2}) OR (${p3} and NOT ${p4}) or not (${p1} AND ${p4}))`;
      const tree = parseCql2Text(text);
      const found = count(tree, rows[i]!.dataSource);
      const notFound = count({ kind: 'not', arg: tree }, rows[i]!.dataSource);
      expect(found + notFound).toBeLessThanOrEqual(243);
      expect(count(throughText(tree), rows[i]!.dataSource)).toBe(found);
    }
  });
});

const pairs = hasVectors
  ? listFiles('ogc-examples/text').map((file) => ({
      file,
      partner: file.replace('-alt01', '').replace('.txt', '.json'),
    }))
  : [];

const blanks = [
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  ' ',
  '\u0085',
  '\u00a0',
  '\u2003',
  '\u2028',
  '\u202f',
  '\u205f',
  '\u3000',
];

describe.skipIf(!hasVectors)(`example pairs of the standard${whySkipped}`, () => {
  test('all 120 texts are there', () => expect(pairs).toHaveLength(120));

  test.each(pairs)('$file reads to the tree of $partner, and prints back both ways', ({ file, partner }) => {
    const tree = parseCql2Text(readText(`ogc-examples/text/${file}`));
    expect(parseCql2Json(readJson(`ogc-examples/json/${partner}`))).toEqual(tree);
    expect(throughText(tree)).toEqual(tree);
    expect(throughJson(tree)).toEqual(tree);
  });

  test.each(pairs)('$file reads the same with every blank of the standard between its tokens', ({ file }) => {
    const text = readText(`ogc-examples/text/${file}`).trim();
    const parts: string[] = [];
    for (let token = tokenAt(text, 0); token.type !== 'end'; token = tokenAt(text, token.end)) {
      const isSigned = /^[-+]$/.test(parts.at(-1) ?? '');
      parts.push(isSigned ? parts.pop()! + text.slice(token.offset, token.end) : text.slice(token.offset, token.end));
    }
    for (const blank of blanks) expect(parseCql2Text(['', ...parts, ''].join(blank))).toEqual(parseCql2Text(text));
  });

  test.skipIf(ajvPath === null).each(pairs)('$file prints JSON that the schema of the standard accepts', ({ file }) => {
    const problems = schemaProblems(toCql2Json(parseCql2Text(readText(`ogc-examples/text/${file}`))));
    expect(problems).toEqual([]);
  });

  test.skipIf(ajvPath === null)('the schema refuses what it should, so that its yes means something', () => {
    expect(schemaProblems({ op: 'and', args: [] })).not.toEqual([]);
  });
});

type Validator = ((value: unknown) => boolean) & {
  errors?: readonly { instancePath: string; message?: string }[] | null;
};
let validate: Validator | null = null;

function schemaProblems(json: unknown): readonly string[] {
  if (validate === null) {
    const { default: Ajv } = require(ajvPath!) as {
      default: new (options: object) => { compile(schema: unknown): Validator };
    };
    validate = new Ajv({ strict: false }).compile(readJson('cql2.json'));
  }
  return validate(json) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
