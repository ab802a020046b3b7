import type { JsonObject } from '../../catalog/refuse.ts';

/** The area of a search, as selects and orders take theirs; nothing where it has none. */
export function actionArea({ intersects, bbox }: JsonObject): JsonObject {
  if (intersects !== undefined && intersects !== null) return { intersects };
  return bbox === undefined || bbox === null ? {} : { bbox };
}
