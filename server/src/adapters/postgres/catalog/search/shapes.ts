import type { Relation } from '../../../../geometry/relation.ts';
import type { ShapeTest, Shapes } from '../../../../catalog/plan/sql-dialect.ts';
import type { SqlCondition } from '../../../../catalog/plan/sql-fragment.ts';

const functions: Readonly<Record<Relation, string>> = {
  intersects: 'ST_Intersects',
  disjoint: 'ST_Disjoint',
  equals: 'ST_Equals',
  touches: 'ST_Touches',
  within: 'ST_Within',
  overlaps: 'ST_Overlaps',
  crosses: 'ST_Crosses',
  contains: 'ST_Contains',
};

/** PostGIS over the shapes that rows of items have; `isComplete`: no footprint is without one. */
export const postgisShapes = (isComplete: boolean): Shapes => ({
  isComplete,
  decides: (test, isTrue) => ofItem(relationSql(test, isTrue)),
  allows: (test, isTrue) => {
    const { sql, params } = relationSql(test, isTrue);
    return ofItem({ sql: `x.shape IS NULL OR ${sql}`, params });
  },
});

/** The literal is read once for a statement, not once for a row. */
function relationSql({ op, text, isFirst }: ShapeTest, isTrue: boolean): SqlCondition {
  const literal = '(SELECT ST_Force2D(ST_GeomFromGeoJSON(?)))';
  const sides = isFirst ? `x.shape, ${literal}` : `${literal}, x.shape`;
  return { sql: `${isTrue ? '' : 'NOT '}${functions[op]}(${sides})`, params: [text] };
}

const ofItem = ({ sql, params }: SqlCondition): SqlCondition => ({
  sql: `(SELECT ${sql} FROM catalog_items x WHERE x.pk = r.pk)`,
  params,
});
