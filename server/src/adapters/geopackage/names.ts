import type { FeatureColumn } from '../../geometry/feature-layers.ts';

export const keyColumn = 'fid';
export const geometryColumn = 'geom';

export const indexTable = (layer: string): string => `rtree_${layer}_${geometryColumn}`;

/** A name as SQL takes it, whatever it holds. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Names that SQLite can tell apart: it knows no case, and two names are taken. */
export function columnNames(columns: readonly FeatureColumn[]): readonly string[] {
  const taken = new Set([keyColumn, geometryColumn]);
  return columns.map(({ name }) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}_${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
