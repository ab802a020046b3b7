import type { Area } from '@swath/client';
import { AreaProblem, areaMembers as membersOf } from '../aoi/area.ts';
import { parseArea } from '../aoi/parse-area.ts';

/** A typed area as the service takes it: four numbers are a box, GeoJSON and well-known text go as they are. */
export function areaMembers(text: string): Area {
  const typed = text.trim();
  if (typed === '') return {};
  const numbers = typed.split(/[\s,]+/).map(Number);
  if (numbers.length === 4 && numbers.every(Number.isFinite)) return { bbox: numbers };
  return readJson(typed) ?? { intersects: typed };
}

function readJson(text: string): Area | null {
  if (!text.startsWith('{')) return null;
  try {
    const value = JSON.parse(text) as Area;
    return 'bbox' in value && 'intersects' in value ? value : { intersects: value as NonNullable<Area['intersects']> };
  } catch {
    // The service says what is wrong with it.
    return null;
  }
}

/** What the members would be typed as. */
export function textOfArea({ intersects, bbox }: { readonly intersects?: unknown; readonly bbox?: unknown }): string {
  const [hasArea, hasBox] = [intersects !== undefined && intersects !== null, Array.isArray(bbox)];
  if (hasArea && hasBox) return JSON.stringify({ intersects, bbox });
  if (hasBox) return (bbox as readonly unknown[]).join(', ');
  if (!hasArea) return '';
  return typeof intersects === 'string' ? intersects : JSON.stringify(intersects);
}

/** An area of an address as it would be typed: parts that touch are no multipolygon that the service takes. */
export function typedArea(text: string): string {
  try {
    return text === '' ? '' : textOfArea(membersOf(parseArea(text)));
  } catch (error) {
    // The service says what is wrong with it.
    if (error instanceof AreaProblem) return text;
    throw error;
  }
}
