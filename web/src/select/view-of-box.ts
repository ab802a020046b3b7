import type { Box } from '../map/geometry-box.ts';
import type { View } from '../map/create-map.ts';

export const wholeWorld: View = { center: [10, 25], zoom: 0.8 };

const [usualPixels, worldPixels] = [400, 512];

/** About where a map shows the box, so that it need not travel there from the whole world. */
export function viewOfBox([west, south, east, north]: Box): View {
  const widest = Math.max(east - west, (north - south) / Math.cos((((north + south) / 2) * Math.PI) / 180), 1e-4);
  const zoom = Math.log2((usualPixels * 360) / (worldPixels * widest));
  return { center: [(west + east) / 2, (south + north) / 2], zoom: Math.min(14, Math.max(0.8, zoom)) };
}
