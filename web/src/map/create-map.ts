import { Map, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { baseStyle, paletteFor } from './base-style.ts';
import { registerPictureProtocol } from './picture-protocol.ts';

export type View = { readonly center: readonly [lng: number, lat: number]; readonly zoom: number };

let isReady = false;

/** What every map of the application shares, once. */
function prepare(): void {
  if (isReady) return;
  setWorkerUrl(workerUrl);
  registerPictureProtocol();
  isReady = true;
}

export function createMap(container: HTMLElement, view: View, hasControls: boolean): Map {
  prepare();
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new Map({
    container,
    style: baseStyle(paletteFor(isDark)),
    center: [...view.center],
    zoom: view.zoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    fadeDuration: isCalm ? 0 : 300,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  // Without a listener it would write to the console; who shows pictures tells of them.
  map.on('error', () => undefined);
  if (!hasControls) return map;
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl(), 'bottom-left');
  return map;
}
