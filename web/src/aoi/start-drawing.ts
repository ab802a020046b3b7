import type { Polygon } from 'geojson';
import type { Map } from 'maplibre-gl';
import { TerraDraw, TerraDrawPolygonMode, TerraDrawRectangleMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { type Area, AreaProblem, areaOf } from './area.ts';
import type { DrawWay } from './draw-buttons.tsx';

const colour = '#d9480f';
const styles = { fillColor: colour, fillOpacity: 0.15, outlineColor: colour, outlineWidth: 2 } as const;

/** Lets one area be drawn; `onEnd` has null where it was given up. Returns what stops it without a word. */
export function startDrawing(map: Map, way: DrawWay, onEnd: (area: Area | null) => void): () => void {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [
      new TerraDrawPolygonMode({ styles, keyEvents: { cancel: null, finish: 'Enter' } }),
      new TerraDrawRectangleMode({ styles, keyEvents: { cancel: null, finish: 'Enter' } }),
    ],
  });
  draw.start();
  draw.setMode(way);
  draw.on('finish', (id) => {
    const { geometry } = draw.getSnapshotFeature(id) ?? {};
    // It is still busy with what it has finished.
    queueMicrotask(() => onEnd(drawnArea(geometry)));
  });
  const escape = (event: KeyboardEvent) => event.key === 'Escape' && onEnd(null);
  window.addEventListener('keydown', escape);
  return () => {
    window.removeEventListener('keydown', escape);
    // A map that is gone has taken the drawing with it.
    if (map.getCanvas().isConnected) draw.stop();
  };
}

function drawnArea(geometry: { readonly type: string } | undefined): Area | null {
  try {
    return geometry?.type === 'Polygon' ? areaOf([(geometry as Polygon).coordinates]) : null;
  } catch (error) {
    if (error instanceof AreaProblem) return null;
    throw error;
  }
}
