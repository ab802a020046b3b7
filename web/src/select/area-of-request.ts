import { type Area, AreaProblem, areaOfBox } from '../aoi/area.ts';
import { parseArea } from '../aoi/parse-area.ts';

/** The area that a request of the service names; null where it names none, or one that this page cannot draw. */
export function areaOfRequest({ intersects, bbox }: Readonly<Record<string, unknown>>): Area | null {
  try {
    if (intersects !== null && intersects !== undefined)
      return parseArea(typeof intersects === 'string' ? intersects : JSON.stringify(intersects));
    return areaOfBbox(bbox);
  } catch (error) {
    if (error instanceof AreaProblem) return null;
    throw error;
  }
}

/** Four numbers, or six with heights. */
function areaOfBbox(bbox: unknown): Area | null {
  if (!Array.isArray(bbox) || !bbox.every((each) => typeof each === 'number')) return null;
  const [west, south, east, north] = bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox;
  return bbox.length === 4 || bbox.length === 6 ? areaOfBox(west!, south!, east!, north!) : null;
}
