import { isRecord } from '../ui/is-record.ts';

/** What a property must be: within a range, one of some values, or a text that holds another. */
export type Condition =
  | { readonly kind: 'range'; readonly least: number | null; readonly most: number | null }
  | { readonly kind: 'among'; readonly values: readonly (string | boolean)[] }
  | { readonly kind: 'holds'; readonly text: string };

export type Conditions = Readonly<Record<string, Condition>>;

const mostConditions = 50;
const mostValues = 200;

/** For the address; empty when nothing is asked for. */
export function conditionsText(conditions: Conditions): string {
  const entries = Object.entries(conditions).map(([name, condition]) => [name, shortOf(condition)]);
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}

function shortOf(condition: Condition): unknown {
  if (condition.kind === 'range') return { least: condition.least, most: condition.most };
  return condition.kind === 'among' ? condition.values : condition.text;
}

/** Whatever in it is no condition is left out: an address may have been cut or written by hand. */
export function readConditions(text: string | null): Conditions {
  const given = parsed(text);
  if (!isRecord(given)) return {};
  const entries = Object.entries(given).slice(0, mostConditions);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const condition = readCondition(value);
      return condition === null ? [] : [[name, condition]];
    }),
  );
}

function readCondition(value: unknown): Condition | null {
  if (typeof value === 'string') return value === '' ? null : { kind: 'holds', text: value };
  if (Array.isArray(value)) {
    const values = value.filter((each) => typeof each === 'string' || typeof each === 'boolean').slice(0, mostValues);
    return values.length === 0 ? null : { kind: 'among', values };
  }
  if (!isRecord(value)) return null;
  const [least, most] = [numberOf(value['least']), numberOf(value['most'])];
  return least === null && most === null ? null : { kind: 'range', least, most };
}

/** With one condition changed, or taken away by null. */
export function withCondition(conditions: Conditions, name: string, condition: Condition | null): Conditions {
  const others = Object.entries(conditions).filter(([each]) => each !== name);
  return Object.fromEntries(condition === null ? others : [...others, [name, condition]]);
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
