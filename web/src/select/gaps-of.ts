import type { Select } from '@swath/client';
import { type Area, AreaProblem } from '../aoi/area.ts';
import { readGeoJsonArea } from '../aoi/read-geojson.ts';

/** What the best cover leaves open, as an area; null where nothing is open or nobody has asked. */
export function gapsOf({ cover }: Pick<Select, 'cover'>): Area | null {
  if (!cover?.gaps) return null;
  try {
    return readGeoJsonArea(JSON.stringify(cover.gaps));
  } catch (error) {
    // Gaps of many thousand corners are in the files.
    if (error instanceof AreaProblem) return null;
    throw error;
  }
}
