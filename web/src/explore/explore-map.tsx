import type { ComponentProps } from 'react';
import { AreaOnMap } from '../aoi/area-on-map.tsx';
import { MapView } from '../map/map-view.tsx';
import { FollowView } from './follow-view.tsx';
import { Footprints } from './footprints.tsx';
import type { FoundItem } from './found-item.ts';
import type { Links } from './links.ts';
import { ShownImagery } from './shown-imagery.tsx';
import type { ExploreState } from './state.ts';

type ExploreMapProps = ComponentProps<typeof AreaOnMap> & {
  readonly state: ExploreState;
  readonly items: readonly FoundItem[];
  readonly links: Links;
};

const world = { center: [0, 20], zoom: 0.3 } as const;

export function ExploreMap({ state, items, links, ...area }: ExploreMapProps) {
  return (
    <MapView label="Map of the results" view={state.view ?? world}>
      <Footprints items={items} open={state.item} isPointable={area.way === null} links={links} />
      <ShownImagery keys={state.shown} />
      <AreaOnMap {...area} />
      <FollowView links={links} />
    </MapView>
  );
}
