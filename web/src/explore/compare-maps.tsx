import type { Map } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { MapView } from '../map/map-view.tsx';
import { useMap } from '../map/map-context.ts';
import { describeError } from '../ui/describe-error.ts';
import { FollowView } from './follow-view.tsx';
import { narrowBoxOf } from '../map/narrow-box.ts';
import type { ItemKey } from './item-key.ts';
import type { Links } from './links.ts';
import { ItemImagery } from './shown-imagery.tsx';
import type { ExploreState } from './state.ts';
import { SwipeDivider } from './swipe-divider.tsx';
import { useItem } from './use-catalogue.ts';

type CompareMapsProps = {
  readonly pair: readonly [ItemKey, ItemKey];
  /** Such as dates, left and right. */
  readonly labels: readonly [string, string];
  readonly view: ExploreState['view'];
  readonly links: Links;
};

const world = { center: [0, 20], zoom: 0.3 } as const;

/** Two maps over each other that move as one; of the upper one only what is right of the divider is seen. */
export function CompareMaps({ pair: [left, right], labels, view, links }: CompareMapsProps) {
  const [percent, setPercent] = useState(50);
  const [problem, setProblem] = useState<string | null>(null);
  const pair = useRef<[Map | null, Map | null]>([null, null]);
  const tell = (error: unknown) => setProblem(describeError(error).text);
  return (
    <div className="swipe">
      <div className="swipe-map">
        <MapView label={`Left, ${labels[0]}`} view={view ?? world} hasControls={false}>
          <ItemImagery itemKey={left} onProblem={tell} />
          <MoveTogether pair={pair} at={0} />
          <FollowView links={links} />
          {view === null && <LookAt itemKey={left} links={links} />}
        </MapView>
      </div>
      <div className="swipe-map" style={{ clipPath: `inset(0 0 0 ${percent}%)` }}>
        <MapView label={`Right, ${labels[1]}`} view={view ?? world}>
          <ItemImagery itemKey={right} onProblem={tell} />
          <MoveTogether pair={pair} at={1} />
        </MapView>
      </div>
      <SwipeDivider percent={percent} labels={labels} onChange={setPercent} />
      <p className="swipe-label swipe-left">{labels[0]}</p>
      <p className="swipe-label swipe-right">{labels[1]}</p>
      {problem !== null && (
        <p role="status" className="map-problem">
          Some imagery cannot be drawn: {problem}
        </p>
      )}
    </div>
  );
}

type MoveTogetherProps = { readonly pair: { readonly current: [Map | null, Map | null] }; readonly at: 0 | 1 };

function MoveTogether({ pair, at }: MoveTogetherProps) {
  const map = useMap();

  useEffect(() => {
    const maps = pair.current;
    const otherOne = () => maps[at === 0 ? 1 : 0];
    maps[at] = map;
    lookAs(map, otherOne());
    const follow = (event: object) => {
      const other = otherOne();
      // A map that was moved by the other one must not move it back.
      if (other && !('isFollowing' in event)) lookAs(other, map);
    };
    map.on('move', follow);
    return () => {
      maps[at] = null;
      map.off('move', follow);
    };
  }, [map, pair, at]);

  return null;
}

function lookAs(map: Map, other: Map | null): void {
  if (other) map.jumpTo({ center: other.getCenter(), zoom: other.getZoom() }, { isFollowing: true });
}

function LookAt({ itemKey, links }: { readonly itemKey: ItemKey; readonly links: Links }) {
  const item = useItem(itemKey);
  const geometry = item.data?.geometry ?? null;
  useEffect(() => links.aim.set(narrowBoxOf(geometry)), [geometry, links]);
  return null;
}
