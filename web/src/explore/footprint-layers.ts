import type { ExpressionSpecification } from 'maplibre-gl';
import type { LayerLook } from '../map/drawn-features.tsx';

const calm = '#0f8f7a';
const marked = '#1864d9';

const is = (state: string): ExpressionSpecification => ['boolean', ['feature-state', state], false];
const colour: ExpressionSpecification = ['case', is('hovered'), marked, is('open'), marked, calm];

export const outlinesId = 'footprints';
export const spotsId = 'footprint-spots';

/** Of the outlines of items. */
export const outlineLayers: readonly LayerLook[] = [
  {
    id: 'footprints-fill',
    type: 'fill',
    paint: {
      'fill-color': colour,
      'fill-opacity': ['case', is('hovered'), 0.35, is('open'), 0.2, 0.08],
    },
  },
  {
    id: 'footprints-line',
    type: 'line',
    paint: {
      'line-color': colour,
      'line-width': ['case', is('open'), 3, is('hovered'), 2.5, 1.2],
    },
  },
];

/** Outlines are too small to be seen from afar: there each item is a spot. */
export const spotLayers: readonly LayerLook[] = [
  {
    id: 'footprints-spot',
    type: 'circle',
    // As soon as the outline itself is seen, about eight pixels wide, the spot would hide it.
    filter: ['<', ['*', ['get', 'degrees'], ['^', 2, ['zoom']]], 6],
    paint: {
      'circle-radius': ['case', is('hovered'), 8, is('open'), 7, 5],
      'circle-color': colour,
      'circle-opacity': 0.75,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
    },
  },
];

export const pointedLayers = ['footprints-spot', 'footprints-fill'];
