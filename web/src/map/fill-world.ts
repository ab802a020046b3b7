import type { GeoJSONSource, Map } from 'maplibre-gl';
import coarseBorders from 'world-map:borders-110m';
import fineBorders from 'world-map:borders-50m';
import coarseLand from 'world-map:land-110m';
import fineLand from 'world-map:land-50m';

const nearZoom = 2.5;

/** Coarse coastlines at once, finer ones as soon as somebody looks closer; all the work is the map's worker's. */
export function fillWorld(map: Map): void {
  fill(map, coarseLand, coarseBorders);
  const look = () => {
    if (map.getZoom() <= nearZoom) return;
    map.off('zoom', look);
    fill(map, fineLand, fineBorders);
  };
  map.on('zoom', look);
  look();
}

function fill(map: Map, land: string, borders: string): void {
  void map.getSource<GeoJSONSource>('land')?.setData(absolute(land));
  void map.getSource<GeoJSONSource>('borders')?.setData(absolute(borders));
}

/** A worker does not know the page's address. */
const absolute = (address: string): string => new URL(address, window.location.href).href;
