import type { Relation } from '../../../geometry/relation.ts';
import type { Bbox } from '../../bbox.ts';
import type { Expression, Filter } from '../../filter.ts';
import type { Operand } from './operand.ts';

export function asGeometry({ type, node, words, fail }: Operand): Expression {
  return type === 'geometry' ? node : fail(`${words} is not a geometry`, 'unfitOperand');
}

export const spatial = (op: Relation, left: Operand, right: Operand): Filter => ({
  kind: 'spatial',
  op,
  left: asGeometry(left),
  right: asGeometry(right),
});

/** What BBOX asks: whether the smallest box around the geometry meets the box. Rows alone can tell. */
export const meetsBox = (geometry: Expression, bbox: Bbox): Filter => ({
  kind: 'spatial',
  op: 'intersects',
  left: { kind: 'call', name: 'envelope', args: [geometry] },
  right: { kind: 'bbox', value: bbox },
});

/** On the ellipsoid. */
export const withinDistance = (left: Operand, right: Operand, metres: number, isBeyond: boolean): Filter => ({
  kind: 'compare',
  op: isBeyond ? '>' : '<=',
  left: { kind: 'call', name: 'distance', args: [asGeometry(left), asGeometry(right)] },
  right: { kind: 'literal', value: metres },
});

/** The nine intersections as a pattern of `T`, `F`, `*`, `0`, `1` and `2`. */
export const relates = (left: Operand, right: Operand, pattern: string): Filter => ({
  kind: 'call',
  name: 'relate',
  args: [asGeometry(left), asGeometry(right), { kind: 'literal', value: pattern.toUpperCase() }],
});

export const isRelatePattern = (text: string): boolean => /^[*TF012]{9}$/i.test(text);
