/** A small area as well-known text, and its corners. */
export const triangle = 'POLYGON((9.7 50.93,9.78 50.93,9.74 50.98,9.7 50.93))';
export const ring = [
  [9.7, 50.93],
  [9.78, 50.93],
  [9.74, 50.98],
  [9.7, 50.93],
] as const;
export const corners = ring.map((position) => [...position]);
