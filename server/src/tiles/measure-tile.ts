import type { Layer } from './layer.ts';
import { areaByLayers } from './overlay/area-by-layers.ts';
import { areaWithin } from './overlay/area-within.ts';
import { areaOf, cellAreaM2, isConvex, isPlain, wholeCell } from './overlay/layer-area.ts';

/** What one item shows of a cell; `clouds` is null where nobody has drawn them. */
export type TileSource = { readonly data: Layer; readonly clouds: Layer | null };

/** Areas in the plane of the cell's zone. */
export type TileMeasures = {
  readonly cellAreaM2: number;
  /** Of what any source shows. */
  readonly dataAreaM2: number;
  /** Of the data that is under clouds; null where a source's clouds are not known. */
  readonly cloudAreaM2: number | null;
  /** Of the area of interest within the cell: the whole cell where there is none. */
  readonly aoiAreaM2: number;
  readonly aoiDataAreaM2: number;
  readonly aoiCloudAreaM2: number | null;
};

/** Less than this of a source on top, and its clouds are not asked for. */
const negligibleM2 = 1e-3;

/** A cloud of one source does not hide what an earlier source shows clear: sources lie upon each other in their order. */
export function measureTile(sources: readonly TileSource[], aoi: Layer | null): TileMeasures {
  const seen = visibleSources(sources);
  if (seen.length > 1 || (seen[0]?.clouds?.length ?? 0) > 0) return measureAll(seen, aoi ?? wholeCell);
  const data = seen[0]?.data ?? [];
  const dataAreaM2 = areaOf(data);
  const aoiDataAreaM2 = aoi === null ? dataAreaM2 : sharedArea(data, aoi);
  const cloudsOf = (areaM2: number) => (seen[0]?.clouds === null && areaM2 > negligibleM2 ? null : 0);
  return {
    cellAreaM2,
    dataAreaM2,
    cloudAreaM2: cloudsOf(dataAreaM2),
    aoiAreaM2: aoi === null ? cellAreaM2 : areaOf(aoi),
    aoiDataAreaM2,
    aoiCloudAreaM2: cloudsOf(aoiDataAreaM2),
  };
}

/** Without those that show nothing or lie below one that fills the cell. */
function visibleSources(sources: readonly TileSource[]): readonly TileSource[] {
  const seen: TileSource[] = [];
  for (const source of sources) {
    if (source.data.length > 0) seen.push(source);
    if (source.data === wholeCell) break;
  }
  return seen;
}

function sharedArea(a: Layer, b: Layer): number {
  if (a.length === 0 || b.length === 0) return 0;
  if (a === wholeCell) return areaOf(b);
  if (b === wholeCell || a === b) return areaOf(a);
  if (isConvex(b) && isPlain(a)) return areaWithin(a[0]!, b[0]!);
  if (isConvex(a) && isPlain(b)) return areaWithin(b[0]!, a[0]!);
  return areaByLayers([a, b]).reduce((sum, { shown, areaM2 }) => (shown.length === 2 ? sum + areaM2 : sum), 0);
}

/** Layers: the area of interest, then data and clouds of each source. */
function measureAll(sources: readonly TileSource[], aoi: Layer): TileMeasures {
  const [all, within] = [newSums(), newSums()];
  for (const { shown, areaM2 } of areaByLayers([aoi, ...sources.flatMap(({ data, clouds }) => [data, clouds ?? []])])) {
    const top = shown.find((layer) => layer % 2 === 1);
    if (top === undefined) continue;
    const { clouds } = sources[(top - 1) / 2]!;
    const cloudM2 = clouds === null ? null : shown.includes(top + 1) ? areaM2 : 0;
    add(all, areaM2, cloudM2);
    if (shown[0] === 0) add(within, areaM2, cloudM2);
  }
  return {
    cellAreaM2,
    dataAreaM2: all.dataM2,
    cloudAreaM2: cloudsIn(all),
    aoiAreaM2: areaOf(aoi),
    aoiDataAreaM2: within.dataM2,
    aoiCloudAreaM2: cloudsIn(within),
  };
}

type Sums = { dataM2: number; cloudM2: number; unknownM2: number };

const newSums = (): Sums => ({ dataM2: 0, cloudM2: 0, unknownM2: 0 });

function add(sums: Sums, areaM2: number, cloudM2: number | null): void {
  sums.dataM2 += areaM2;
  if (cloudM2 === null) sums.unknownM2 += areaM2;
  else sums.cloudM2 += cloudM2;
}

const cloudsIn = ({ cloudM2, unknownM2 }: Sums): number | null => (unknownM2 > negligibleM2 ? null : cloudM2);
