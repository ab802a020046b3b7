/** What a page can draw. Maps are drawn in software here, and cost more than all the rest of their pages. */
export type Draws = 'maps' | 'no maps';

/** Runs in the page, before all else: as in a browser that has no WebGL. */
export function drawNoMaps(): void {
  const canvas = HTMLCanvasElement.prototype as { getContext(kind: string, ...rest: unknown[]): unknown };
  const own = canvas.getContext;
  canvas.getContext = function getContext(kind, ...rest) {
    return kind.startsWith('webgl') ? null : own.call(this, kind, ...rest);
  };
}
