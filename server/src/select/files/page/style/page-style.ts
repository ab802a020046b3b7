import { colours } from './colours.ts';
import { frame } from './frame.ts';
import { mapStyle } from './map-style.ts';
import { panelStyle } from './panel-style.ts';
import { tableStyle } from './table-style.ts';

export const pageStyle = [colours, frame, mapStyle, panelStyle, tableStyle].map((part) => part.trim()).join('\n');
