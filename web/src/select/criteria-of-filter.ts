import { type Criterion, type Operator, usualCriteria } from './criteria.ts';

const operatorOf: Readonly<Record<string, Operator>> = { '>=': 'gte', '<=': 'lte', in: 'in' };

/** The rows of a filter as Explore hands it over, with the usual ones that it does not fill; other parts are left out. */
export function criteriaOfFilter(text: string | null): readonly Criterion[] {
  const rows = partsOf(text).flatMap(rowOf);
  const isFilled = (usual: Criterion) =>
    rows.some(({ field, operator }) => field === usual.field && operator === usual.operator);
  return [...rows, ...usualCriteria.filter((usual) => !isFilled(usual))];
}

/** What Explore hands over that a select has no criterion for, in words. */
export function notTaken(address: URLSearchParams): readonly string[] {
  const q = address.get('q')?.trim() ?? '';
  const parts = partsOf(address.get('filter')).filter((part) => rowOf(part).length === 0);
  return [...(q === '' ? [] : [`the words “${q}”`]), ...parts.map((part) => `what is asked of ${propertyIn(part)}`)];
}

function propertyIn({ args }: Part): string {
  const [first] = Array.isArray(args) ? (args as readonly unknown[]) : [];
  if (!isPart(first)) return 'a property';
  return 'property' in first && typeof first.property === 'string' ? first.property : propertyIn(first);
}

type Part = { readonly op?: unknown; readonly args?: unknown };

function partsOf(text: string | null): readonly Part[] {
  const filter = parsed(text);
  if (!isPart(filter)) return [];
  return filter.op === 'and' && Array.isArray(filter.args) ? filter.args.filter(isPart) : [filter];
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

function rowOf({ op, args }: Part): readonly Criterion[] {
  const [left, right] = Array.isArray(args) ? (args as readonly unknown[]) : [];
  const operator = typeof op === 'string' && Object.hasOwn(operatorOf, op) ? operatorOf[op] : undefined;
  const field = isPart(left) && 'property' in left ? left.property : null;
  const values = (Array.isArray(right) ? (right as readonly unknown[]) : [right]).map(wordOf);
  if (operator === undefined || typeof field !== 'string' || values.includes(null)) return [];
  return [{ field, operator, value: values.join(', ') }];
}

/** A row parts its values by commas. */
function wordOf(value: unknown): string | null {
  if (typeof value === 'string') return value.includes(',') ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
