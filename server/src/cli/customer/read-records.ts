import { type Terminal, UsageError } from '../command.ts';

/** What a line of standard input names: a document, or an id alone. */
export type NamedRecord = { readonly id: string; readonly document: Readonly<Record<string, unknown>> | null };

/** Lines of JSON or of ids, one JSON document, an array, or a FeatureCollection: `swath help pipes`. */
export async function readRecords({ readInput }: Pick<Terminal, 'readInput'>): Promise<readonly NamedRecord[]> {
  const text = (await readInput()).trim();
  const whole = /^[[{]/.test(text) ? parsed(text) : undefined;
  if (whole !== undefined) return listOf(whole).map(recordOf);
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => recordOf(line.startsWith('{') ? lineOf(line, index) : line.trim()));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lineOf(line: string, index: number): unknown {
  const value = parsed(line);
  if (value === undefined) throw new UsageError(`line ${index + 1} of standard input is not JSON`);
  return value;
}

function listOf(whole: unknown): readonly unknown[] {
  if (Array.isArray(whole)) return whole;
  const { type, features } = whole as { readonly type?: unknown; readonly features?: unknown };
  return type === 'FeatureCollection' && Array.isArray(features) ? features : [whole];
}

function recordOf(value: unknown): NamedRecord {
  if (typeof value === 'string') return { id: value, document: null };
  const document = value as Readonly<Record<string, unknown>> | null;
  if (typeof document?.['id'] !== 'string') throw new UsageError('standard input holds a document without an id');
  return { id: document['id'], document };
}

/** Of an item its acquisition, as selects and orders name imagery. */
export function acquisitionOf({ id, document }: NamedRecord): string {
  const { catalog_id: catalog, acquisition_id: acquisition } = (document?.['properties'] ?? {}) as Record<
    string,
    unknown
  >;
  return ([catalog, acquisition].find((each) => typeof each === 'string' && each !== '') as string | undefined) ?? id;
}

export const isItem = ({ document }: NamedRecord): boolean => document?.['type'] === 'Feature';
