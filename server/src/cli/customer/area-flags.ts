import { readFileSync } from 'node:fs';
import { type Terminal, UsageError } from '../command.ts';

/** The flags that name an area. */
export const areaFlags = { bbox: { type: 'string' }, area: { type: 'string' } } as const;

export const areaHelp = `  --bbox W,S,E,N        a box in degrees
  --area AREA           a file of GeoJSON or well-known text, either of them as it is, or - for standard input`;

export type GivenArea = {
  readonly bbox?: readonly number[];
  /** Well-known text, or a GeoJSON object. */
  readonly intersects?: string | { readonly type: string; readonly [member: string]: unknown };
};

export async function readArea(
  { bbox, area }: { readonly bbox?: string; readonly area?: string },
  terminal: Pick<Terminal, 'readInput'>,
): Promise<GivenArea> {
  return {
    ...(bbox === undefined ? {} : { bbox: readBox(bbox) }),
    ...(area === undefined ? {} : { intersects: readShape(await textOf(area, terminal)) }),
  };
}

function readBox(text: string): readonly number[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isBox = (numbers.length === 4 || numbers.length === 6) && numbers.every(Number.isFinite);
  if (!isBox) throw new UsageError(`--bbox must be W,S,E,N, not '${text}'`);
  return numbers;
}

const wellKnown = /^\s*(?:POINT|LINESTRING|POLYGON|MULTI[A-Z]+|GEOMETRYCOLLECTION)\b/i;

async function textOf(area: string, { readInput }: Pick<Terminal, 'readInput'>): Promise<string> {
  if (area === '-') return readInput();
  if (wellKnown.test(area) || area.trimStart().startsWith('{')) return area;
  try {
    return readFileSync(area, 'utf8');
  } catch (error) {
    throw new UsageError(`--area cannot be read: ${(error as Error).message}`);
  }
}

function readShape(text: string): NonNullable<GivenArea['intersects']> {
  if (wellKnown.test(text)) return text.trim();
  const shape = readJson('--area', text);
  if (typeof shape['type'] === 'string') return shape as { readonly type: string };
  throw new UsageError('--area is neither GeoJSON nor well-known text');
}

/** An object, or a message that names the flag. */
export function readJson(flag: string, text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${flag} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`${flag} must be a JSON object`);
}

/** A whole body of a request: a file, or - for standard input. */
export async function readRequest(
  place: string | undefined,
  { readInput }: Pick<Terminal, 'readInput'>,
): Promise<Readonly<Record<string, unknown>>> {
  if (place === undefined) return {};
  if (place === '-') return readJson('--request', await readInput());
  try {
    return readJson('--request', readFileSync(place, 'utf8'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--request cannot be read: ${(error as Error).message}`);
  }
}
