import { isObject } from '../../catalog/refuse.ts';
import { type FieldRule, isOfTile, ruleOf } from './fields.ts';
import { type Test, type Verdict, negated, operators } from './operators.ts';

/** One operator of one field: all conditions of a query must hold. */
export type Condition = {
  /** `query.eo:cloud_cover.lt` */
  readonly path: string;
  readonly field: string;
  readonly isOfTile: boolean;
  readonly holds: Test;
  /** Nothing can match it, whatever the archive holds. */
  readonly isHopeless: boolean;
};

/** A condition that ranks, too: the farther beyond its threshold, the better. */
export type Criterion = { readonly field: string; readonly isUpward: boolean; readonly threshold: number };

export type CompiledQuery = {
  readonly conditions: readonly Condition[];
  readonly criteria: readonly Criterion[];
  /** What can match nothing, and why. */
  readonly flaws: readonly string[];
  /** It is no object, or one of its conditions can match nothing. */
  readonly isHopeless: boolean;
};

const mostConditions = 1_000;
const deepest = 8;

type Writing = { readonly flaws: string[]; conditions: number };

/** Reads a query of any form: what means nothing matches nothing, and nothing is refused. */
export function compileQuery(query: unknown): CompiledQuery {
  if (!isObject(query)) {
    const flaws = ['query: it is not an object, so it matches nothing'];
    return { conditions: [], criteria: [], flaws, isHopeless: true };
  }
  const writing: Writing = { flaws: [], conditions: 0 };
  const conditions = Object.entries(query).flatMap(([field, spec]) => conditionsOf(field, spec, writing));
  return {
    conditions,
    criteria: Object.entries(query).flatMap(([field, spec]) => criteriaOf(field, spec)),
    flaws: writing.flaws,
    isHopeless: conditions.some(({ isHopeless }) => isHopeless),
  };
}

function conditionsOf(field: string, spec: unknown, writing: Writing): readonly Condition[] {
  const path = `query.${shortened(field)}`;
  const condition = (at: string, holds: Test): Condition => ({
    path: at,
    field,
    isOfTile: isOfTile(field),
    holds,
    isHopeless: holds === nothing,
  });
  if (!isObject(spec)) return [condition(path, flawed(path, 'it needs an object of operators', writing))];
  return Object.entries(spec).map(([op, operand]) => {
    const at = `${path}.${shortened(op)}`;
    return condition(at, testOf({ rule: ruleOf(field), writing }, op, operand, at, 1));
  });
}

const nothing: Test = () => null;

function flawed(path: string, reason: string, { flaws }: Writing): Test {
  flaws.push(`${path}: ${reason}, so it matches nothing`);
  return nothing;
}

type Around = { readonly rule: FieldRule | null; readonly writing: Writing };

function testOf(around: Around, op: string, operand: unknown, path: string, depth: number): Test {
  const { rule, writing } = around;
  if (++writing.conditions > mostConditions)
    return flawed(path, `the query has more than ${mostConditions} conditions`, tooLong(writing));
  if (depth > deepest) return flawed(path, 'it is nested too deeply', writing);
  if (op === 'or' || op === 'and') return junction(around, op === 'or', operand, path, depth);
  if (op === 'not') return negation(allOf(around, operand, path, depth));
  if (!Object.hasOwn(operators, op)) return flawed(path, `'${shortened(op)}' is not an operator`, writing);
  const leaf = operators[op]!(operand, rule);
  return typeof leaf === 'function' ? withValue(leaf) : flawed(path, leaf.problem, writing);
}

/** Said once, not for each of a million. */
const tooLong = (writing: Writing): Writing =>
  writing.conditions === mostConditions + 1 ? writing : { ...writing, flaws: [] };

/** What is absent never matches, nor does its contrary. */
const withValue =
  (test: Test): Test =>
  (value) =>
    value === undefined || value === null ? null : test(value);

const negation = (test: Test): Test => (test === nothing ? nothing : (value) => negated(test(value)));

function junction(around: Around, isOr: boolean, operand: unknown, path: string, depth: number): Test {
  if (!Array.isArray(operand)) {
    if (!isOr && isObject(operand)) return allOf(around, operand, path, depth);
    return flawed(path, 'it needs a list', around.writing);
  }
  const tests: Test[] = [];
  for (const [i, each] of operand.entries()) {
    if (around.writing.conditions > mostConditions) break;
    tests.push(allOf(around, each, `${path}[${i}]`, depth));
  }
  const isHopeless = isOr ? tests.every((test) => test === nothing) : tests.includes(nothing);
  return isHopeless ? nothing : joined(tests, isOr);
}

function allOf(around: Around, spec: unknown, path: string, depth: number): Test {
  if (!isObject(spec)) return flawed(path, 'it needs an object of operators', around.writing);
  const tests = Object.entries(spec).map(([op, operand]) =>
    testOf(around, op, operand, `${path}.${shortened(op)}`, depth + 1),
  );
  return tests.includes(nothing) ? nothing : joined(tests, false);
}

/** One verdict decides (true for OR, false for AND); without it, one unknown makes all unknown. */
const joined =
  (tests: readonly Test[], isOr: boolean): Test =>
  (value) => {
    let verdict: Verdict = !isOr;
    for (const test of tests) {
      const one = test(value);
      if (one === isOr) return isOr;
      if (one === null) verdict = null;
    }
    return verdict;
  };

function criteriaOf(field: string, spec: unknown): readonly Criterion[] {
  if (!isObject(spec)) return [];
  return Object.entries(spec).flatMap(([op, threshold]) =>
    /^[lg]te?$/.test(op) && typeof threshold === 'number' ? [{ field, isUpward: op.startsWith('g'), threshold }] : [],
  );
}

const shortened = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}...` : name);
