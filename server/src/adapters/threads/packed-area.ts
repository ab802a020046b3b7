import type { Area } from '../../catalog/area.ts';
import type { Bbox } from '../../catalog/bbox.ts';
import { bboxGeometry } from '../../geometry/box.ts';

/** An area on its way to another thread: most are boxes, and the numbers of a box say all of it. */
export type PackedArea = Area | Bbox | null;

export const packArea = (area: Area | null): PackedArea =>
  area?.isBox === true && area.geometry.type === 'Polygon' ? area.bbox : area;

export const unpackArea = (area: PackedArea): Area | null =>
  area === null || 'isBox' in area ? area : { geometry: bboxGeometry(area)!, bbox: area, isBox: true };
