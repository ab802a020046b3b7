import type { OrderTile } from '@swath/client';

type TileLook = {
  readonly word: string;
  /** Of its badge. */
  readonly kind: string;
  /** On the map, light or dark. */
  readonly colour: string;
};

/** In the order in which one of them stands for a cell of several tiles. */
export const tileLooks: Readonly<Record<OrderTile['state'], TileLook>> = {
  failed: { word: 'Failed', kind: 'error', colour: '#d6336c' },
  running: { word: 'Being cut', kind: 'info', colour: '#228be6' },
  queued: { word: 'Waiting', kind: 'plain', colour: '#868e96' },
  delivered: { word: 'Delivered', kind: 'success', colour: '#2f9e44' },
};

export const tileStates = Object.keys(tileLooks) as readonly OrderTile['state'][];
