import { type Geometry, type MultiPolygon, polygonsOf } from '../../geometry/geojson.ts';
import { readWkt } from '../../geometry/read-wkt.ts';
import { type TopologyGeometry, fromTopology, intersectionOf, rebuilt, toTopology } from '../../geometry/topology.ts';
import type { OrderSettings } from '../order.ts';
import type { TileSpec } from '../tile.ts';

/** What decides which ground a tile's files show. */
export type Shown = {
  readonly spec: TileSpec;
  readonly settings: Pick<OrderSettings, 'isClipped'>;
  /** Of the order, in degrees. */
  readonly aoi: Geometry | null;
};

/** Most tiles are one piece. */
export const simplest = ({ coordinates }: MultiPolygon): Geometry =>
  coordinates.length === 1 ? { type: 'Polygon', coordinates: coordinates[0]! } : { type: 'MultiPolygon', coordinates };

const nothing: MultiPolygon = { type: 'MultiPolygon', coordinates: [] };

/** What the tile's imagery shows, in degrees: within the area of interest where the order is clipped to it. */
export const dataArea = (shown: Shown): MultiPolygon => delivered(shown, shown.spec.dataWkt);

/** Its clouds; null where nobody has drawn them. */
export const cloudArea = (shown: Shown): MultiPolygon | null =>
  shown.spec.cloudWkt === null ? null : delivered(shown, shown.spec.cloudWkt);

function delivered({ settings, aoi }: Shown, wkt: string): MultiPolygon {
  const area = wkt === '' ? nothing : polygonsAlone(readWkt(wkt));
  return settings.isClipped && aoi !== null && area.coordinates.length > 0 ? within(area, polygonsAlone(aoi)) : area;
}

const polygonsAlone = (geometry: Geometry): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: polygonsOf(geometry).filter(([shell]) => shell !== undefined && shell.length > 0),
});

function within(area: MultiPolygon, aoi: MultiPolygon): MultiPolygon {
  const shared = sharedBy(toTopology(area), toTopology(aoi));
  return shared.isEmpty() ? nothing : polygonsAlone(fromTopology(shared));
}

/** Footprints that touch themselves are rebuilt first: the overlay knows valid ones alone. */
function sharedBy(area: TopologyGeometry, aoi: TopologyGeometry): TopologyGeometry {
  try {
    return intersectionOf(area, aoi);
  } catch {
    return intersectionOf(rebuilt(area), rebuilt(aoi));
  }
}
