import type { FeatureCollection, Geometry, Point } from 'geojson';
import { useEffect, useMemo } from 'react';
import { DrawnFeatures } from '../map/drawn-features.tsx';
import { useMap } from '../map/map-context.ts';
import { followPointer } from './follow-pointer.ts';
import { outlineLayers, outlinesId, spotLayers, spotsId } from './footprint-layers.ts';
import { followHovered, useOpenMark } from './footprint-marks.ts';
import type { FoundItem } from './found-item.ts';
import type { ItemKey } from './item-key.ts';
import type { Links } from './links.ts';

type FootprintsProps = {
  readonly items: readonly FoundItem[];
  readonly open: ItemKey | null;
  /** Not while something is drawn: its clicks are not for the items below. */
  readonly isPointable: boolean;
  readonly links: Links;
};

/** Where the items of the list lie; pointing at one marks it in the list too. */
export function Footprints({ items, open, isPointable, links }: FootprintsProps) {
  const map = useMap();
  const outlines = useMemo(() => outlinesOf(items), [items]);
  const spots = useMemo(() => spotsOf(items), [items]);
  useOpenMark(map, open);

  useEffect(() => followHovered(map, links), [map, links]);
  useEffect(() => (isPointable ? followPointer(map, links) : undefined), [map, links, isPointable]);

  return (
    <>
      <DrawnFeatures id={outlinesId} data={outlines} layers={outlineLayers} promoteId="key" />
      <DrawnFeatures id={spotsId} data={spots} layers={spotLayers} promoteId="key" />
    </>
  );
}

const outlinesOf = (items: readonly FoundItem[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: items.flatMap(({ key, geometry }) =>
    geometry === null
      ? []
      : [{ type: 'Feature' as const, properties: { key }, geometry: geometry as unknown as Geometry }],
  ),
});

const spotsOf = (items: readonly FoundItem[]): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: items.flatMap(({ key, box }) => {
    if (box === null) return [];
    const coordinates = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const degrees = Math.max(box[2] - box[0], box[3] - box[1]);
    return [{ type: 'Feature', properties: { key, degrees }, geometry: { type: 'Point', coordinates } }];
  }),
});
