/** The eight relations of simple features. */
export const relationNames = [
  'intersects',
  'disjoint',
  'equals',
  'touches',
  'within',
  'overlaps',
  'crosses',
  'contains',
] as const;
export type Relation = (typeof relationNames)[number];
