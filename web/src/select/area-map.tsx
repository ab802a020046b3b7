import { AreaOnMap } from '../aoi/area-on-map.tsx';
import { type Area, boxOf } from '../aoi/area.ts';
import type { DrawWay } from '../aoi/draw-buttons.tsx';
import { MapView } from '../map/map-view.tsx';
import { FitBox } from './fit-box.tsx';
import { viewOfBox, wholeWorld } from './view-of-box.ts';

type AreaMapProps = {
  readonly area: Area | null;
  readonly onChange: (area: Area) => void;
  readonly way: DrawWay | null;
  readonly onDone: () => void;
};

/** The map beside the form; its own chunk. */
export function AreaMap({ area, onChange, way, onDone }: AreaMapProps) {
  const box = area === null ? null : boxOf(area);
  return (
    <MapView label="Map of the area of interest" view={box === null ? wholeWorld : viewOfBox(box)}>
      <AreaOnMap area={area} onChange={onChange} way={way} onDone={onDone} />
      {box !== null && <FitBox box={box} />}
    </MapView>
  );
}
