import { describe, expect, test } from 'vitest';
import { filterPlanner, rememberingPlans } from '../../../server/src/adapters/sql/search/filter-plan.ts';
import type { Filter } from '../../../server/src/catalog/filter.ts';
import { parseCql2Text } from '../../../server/src/catalog/languages/cql2-text.ts';
import { sqliteDialect } from '../../../server/src/catalog/plan/sql-dialect.ts';

const declared = ['cloud', 'platform'].map((name, slot) => ({ name, slot, isReady: true }));

const above = (value: number): Filter => ({
  kind: 'compare',
  op: '>',
  left: { kind: 'property', name: 'cloud' },
  right: { kind: 'literal', value },
});

describe('the plan of a filter', () => {
  test('asks first what most rows fail, as far as shares are known', () => {
    const shares = [0.4, 0.05];
    const plan = filterPlanner(declared, sqliteDialect, ({ slot }) => shares[slot]!);
    const { exact, passing } = plan(parseCql2Text("cloud <= 10 AND platform = 'a'"));
    expect(exact!.params).toEqual(['a', 10]);
    expect(passing).toBeCloseTo(0.02);
    const unknown = filterPlanner(declared, sqliteDialect)(parseCql2Text("cloud <= 10 AND platform = 'a'"));
    expect(unknown.passing).toBeCloseTo(0.4 * 0.2);
  });

  test('is made once for a filter, and apart for numbers that look alike in JSON', () => {
    let made = 0;
    const plan = rememberingPlans((filter) => {
      made++;
      return filterPlanner(declared, sqliteDialect)(filter);
    });
    const values = [0, -0, Infinity, -Infinity, 1];
    const plans = values.map((value) => plan(above(value)));
    expect(new Set(plans).size).toBe(values.length);
    expect(values.map((value) => plan(above(value)))).toEqual(plans);
    expect(made).toBe(values.length);
  });

  test('stays when a known filter comes again while as many are kept as may be', () => {
    let made = 0;
    const plan = rememberingPlans((filter) => {
      made++;
      return filterPlanner(declared, sqliteDialect)(filter);
    });
    for (let time = 0; time < 3; time++) for (let i = 0; i < 100; i++) plan(above(i));
    expect(made).toBe(100);
  });

  test('is not kept for a filter that is long, and only for so many', () => {
    let made = 0;
    const plan = rememberingPlans((filter) => {
      made++;
      return filterPlanner(declared, sqliteDialect)(filter);
    });
    const long = parseCql2Text(`platform = '${'x'.repeat(3_000)}'`);
    for (let i = 0; i < 3; i++) plan(long);
    expect(made).toBe(3);
    for (let i = 0; i < 1_000; i++) plan(parseCql2Text(`cloud = ${i}`));
    plan(parseCql2Text('cloud = 0'));
    expect(made).toBe(3 + 1_001);
  });
});
