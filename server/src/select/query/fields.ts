/** What operands a field of a query takes; a field that is not here takes any text, number or boolean. */
export type FieldRule =
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly isAboveLeast?: boolean }
  | { readonly kind: 'text'; readonly form?: RegExp; readonly least?: string; readonly most?: string };

const numbers = (least: number, most: number): FieldRule => ({ kind: 'number', least, most });
const percent = numbers(0, 100);
const turn = numbers(0, 360);
const quarter = numbers(0, 90);
const metres: FieldRule = { kind: 'number', least: 0, most: Infinity, isAboveLeast: true };
const text: FieldRule = { kind: 'text' };
const calendar = (form: RegExp, least: string, most: string): FieldRule => ({ kind: 'text', form, least, most });

/** What only a tile has: its cell, and what was measured within it. */
const ofTiles: Readonly<Record<string, FieldRule | null>> = {
  id: text,
  cell_id: text,
  epsg: numbers(1, Infinity),
  'tile:zone': numbers(1, 60),
  'tile:quadkey': text,
  'tile:data_percentage': percent,
  'tile:no_data_percentage': percent,
  'tile:cloud_percentage': percent,
  'tile:cloud_free_percentage': percent,
  'aoi:data_area_sqkm': numbers(0, Infinity),
  'aoi:data_percentage': percent,
  'aoi:cloud_free_percentage': percent,
  'aoi:cloud_free_estimated': null,
};

const ofItems: Readonly<Record<string, FieldRule>> = {
  acquisition_id: text,
  collection: text,
  platform: text,
  constellation: text,
  scan_direction: text,
  date: text,
  datetime: text,
  modified: text,
  collect_day: calendar(/^\d\d$/, '01', '31'),
  collect_month: calendar(/^\d\d$/, '01', '12'),
  collect_month_day: calendar(/^\d\d-\d\d$/, '01-01', '12-31'),
  'eo:cloud_cover': percent,
  'tile:clouds_percent': percent,
  'view:off_nadir': quarter,
  off_nadir_min: quarter,
  off_nadir_max: quarter,
  'view:azimuth': turn,
  'view:sun_azimuth': turn,
  'view:sun_elevation': quarter,
  pan_resolution_min: metres,
  pan_resolution_avg: metres,
  pan_resolution_max: metres,
  multi_resolution_min: metres,
  multi_resolution_avg: metres,
  multi_resolution_max: metres,
};

/** Whether a field is known only once its tile has been measured. */
export const isOfTile = (field: string): boolean => Object.hasOwn(ofTiles, field);

export function ruleOf(field: string): FieldRule | null {
  if (Object.hasOwn(ofTiles, field)) return ofTiles[field]!;
  return Object.hasOwn(ofItems, field) ? ofItems[field]! : null;
}

/** Why an operand matches nothing; null where it may. */
export function operandProblem(rule: FieldRule | null, operand: unknown): string | null {
  if (typeof operand === 'number' && !Number.isFinite(operand)) return 'it is no number';
  if (rule === null) return isScalar(operand) ? null : `${named(operand)} cannot be compared`;
  if (typeof operand !== (rule.kind === 'number' ? 'number' : 'string')) return `${named(operand)} is no ${rule.kind}`;
  return isInside(rule, operand as string | number) ? null : `${shown(operand)} is outside of ${rangeText(rule)}`;
}

export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

function isInside(rule: FieldRule, operand: string | number): boolean {
  const { least = operand, most = operand } = rule;
  if (rule.kind === 'text') return (rule.form?.test(String(operand)) ?? true) && operand >= least && operand <= most;
  return operand >= least && operand <= most && !(rule.isAboveLeast === true && operand === least);
}

function rangeText(rule: FieldRule): string {
  if (rule.kind === 'text') return `${rule.least} to ${rule.most}`;
  if (rule.most === Infinity) return rule.isAboveLeast ? `what is above ${rule.least}` : `${rule.least} and above`;
  return `${rule.least} to ${rule.most}`;
}

const named = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  if (value === null || value === undefined) return 'null';
  return typeof value === 'object' ? 'an object' : shown(value);
};

const shown = (value: unknown): string => {
  const written = JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 60)}...` : written;
};
