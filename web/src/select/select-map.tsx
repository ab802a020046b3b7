import type { Select } from '@swath/client';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { useMemo } from 'react';
import { boxOf } from '../aoi/area.ts';
import { DrawnFeatures, type LayerLook } from '../map/drawn-features.tsx';
import { MapView } from '../map/map-view.tsx';
import { narrowBoxOfFeatures } from '../map/narrow-box.ts';
import { areaOfRequest } from './area-of-request.ts';
import { FitBox } from './fit-box.tsx';
import { gapsOf } from './gaps-of.ts';
import type { CellRow } from './read-cells.ts';
import { useCells } from './use-selects.ts';
import { viewOfBox, wholeWorld } from './view-of-box.ts';

type SelectMapProps = { readonly select: Select; readonly marked: string | null };

const [areaColour, cellColour, gapColour, markColour] = ['#d9480f', '#0f6b5c', '#b3261e', '#5f3dc4'];
const cellLayers: readonly LayerLook[] = [
  {
    id: 'cells-fill',
    type: 'fill',
    paint: { 'fill-color': cellColour, 'fill-opacity': ['case', ['>', ['get', 'tiles'], 0], 0.25, 0] },
  },
  { id: 'cells-line', type: 'line', paint: { 'line-color': cellColour, 'line-width': 1, 'line-opacity': 0.7 } },
];
const markLayers: readonly LayerLook[] = [
  {
    id: 'cells-marked',
    type: 'line',
    filter: ['get', 'isMarked'],
    paint: { 'line-color': markColour, 'line-width': 4, 'line-offset': 2 },
  },
];
const gapLayers: readonly LayerLook[] = [
  { id: 'gaps-fill', type: 'fill', paint: { 'fill-color': gapColour, 'fill-opacity': 0.45 } },
  { id: 'gaps-line', type: 'line', paint: { 'line-color': gapColour, 'line-width': 1 } },
];
const areaLayers: readonly LayerLook[] = [
  { id: 'area-line', type: 'line', paint: { 'line-color': areaColour, 'line-width': 2.5 } },
];

/** The area, its cells and its gaps; its own chunk. */
export function SelectMap({ select, marked }: SelectMapProps) {
  const cells = useCells(select.id);
  const area = useMemo(() => areaOfRequest(select.request_details), [select.request_details]);
  const gaps = useMemo(() => gapsOf(select), [select]);
  const features = useMemo(() => featuresOf(cells.data?.rows ?? [], marked), [cells.data, marked]);
  const box = area === null ? narrowBoxOfFeatures(features) : boxOf(area);
  return (
    <MapView label="Map of the select" view={box === null ? wholeWorld : viewOfBox(box)}>
      <DrawnFeatures id="select-cells" data={features} layers={cellLayers} />
      {marked !== null && <DrawnFeatures id="select-marked" data={features} layers={markLayers} />}
      {gaps && <DrawnFeatures id="select-gaps" data={gaps.geometry} layers={gapLayers} />}
      {area && <DrawnFeatures id="select-area" data={area.geometry} layers={areaLayers} />}
      {box && <FitBox box={box} />}
    </MapView>
  );
}

const featuresOf = (rows: readonly CellRow[], marked: string | null): FeatureCollection => ({
  type: 'FeatureCollection',
  features: rows.map(({ id, geometry, chosen }): Feature => ({
    type: 'Feature',
    geometry: geometry as unknown as Geometry,
    properties: { id, tiles: chosen.length, isMarked: marked !== null && chosen.includes(marked) },
  })),
});
