/** The operators that compare a field with what one types. */
export const operators = [
  ['lte', 'at most'],
  ['lt', 'less than'],
  ['gte', 'at least'],
  ['gt', 'more than'],
  ['eq', 'is'],
  ['neq', 'is not'],
  ['between', 'between'],
  ['in', 'one of'],
  ['not-in', 'none of'],
  ['contains', 'contains'],
  ['not-contains', 'does not contain'],
] as const;

export type Operator = (typeof operators)[number][0];

/** A row of the form; one without a field or a value says nothing. */
export type Criterion = { readonly field: string; readonly operator: Operator; readonly value: string };

/** What most people ask of imagery; any other property of items may be typed. */
export const knownFields = [
  'eo:cloud_cover',
  'view:off_nadir',
  'gsd',
  'aoi:cloud_free_percentage',
  'aoi:data_percentage',
  'tile:data_percentage',
  'tile:cloud_percentage',
  'view:sun_elevation',
  'platform',
  'collect_month',
  'collect_month_day',
  'date',
] as const;

export const usualCriteria: readonly Criterion[] = [
  { field: 'eo:cloud_cover', operator: 'lte', value: '' },
  { field: 'view:off_nadir', operator: 'lte', value: '' },
];

type Query = Readonly<Record<string, unknown>>;

const isSaid = ({ field, value }: Criterion): boolean => field.trim() !== '' && value.trim() !== '';

/** Of two rows with the same field and operator the later one counts. */
export function queryOf(criteria: readonly Criterion[]): Query {
  const query: Record<string, Record<string, unknown>> = {};
  for (const { field, operator, value } of criteria.filter(isSaid)) {
    const name = field.trim();
    query[name] = { ...query[name], [operator]: valueOf(operator, value.trim()) };
  }
  return query;
}

const lists: readonly Operator[] = ['between', 'in', 'not-in'];

const valueOf = (operator: Operator, text: string): unknown =>
  lists.includes(operator) ? text.split(',').map((part) => scalarOf(part.trim())) : scalarOf(text);

/** What looks like a number is one; ids of many digits are not. */
function scalarOf(text: string): unknown {
  if (/^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

/** The rows that say the same; null where a query says more than rows can. */
export function criteriaOf(query: Query): readonly Criterion[] | null {
  const rows: Criterion[] = [];
  for (const [field, conditions] of Object.entries(query)) {
    if (typeof conditions !== 'object' || conditions === null || Array.isArray(conditions)) return null;
    for (const [name, value] of Object.entries(conditions)) {
      const operator = operators.find(([each]) => each === name)?.[0];
      if (operator === undefined) return null;
      rows.push({ field, operator, value: textOf(value) });
    }
  }
  const again = JSON.stringify(queryOf(rows));
  return again === JSON.stringify(query) ? rows : null;
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
