import { acquisitionTable } from './acquisition-table.ts';
import { cellPanel } from './cell-panel.ts';
import { mapDrawing } from './map-drawing.ts';
import { mapInput } from './map-input.ts';
import { mapPictures } from './map-pictures.ts';
import { mapView } from './map-view.ts';
import { pageStart } from './page-start.ts';

/** The parts share one scope. They are texts, since what a compiler adds to functions is not there in the page. */
export const pageScript = [
  '(() => {',
  "'use strict';",
  pageStart,
  mapView,
  mapDrawing,
  mapPictures,
  mapInput,
  cellPanel,
  acquisitionTable,
  'begin();',
  '})();',
]
  .map((part) => part.trim())
  .join('\n');
