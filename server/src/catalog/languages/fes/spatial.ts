import type { Relation } from '../../../geometry/relation.ts';
import type { Expression, Filter } from '../../filter.ts';
import type { FilterReading } from '../attributes.ts';
import { type Operand, computedOperand } from '../typed/operand.ts';
import { asGeometry, meetsBox, spatial, withinDistance } from '../typed/relations.ts';
import { metresOfUnit, unitNames } from '../typed/units.ts';
import { type FesReader, failingAt, readExpression } from './expressions.ts';
import { readEnvelope } from './gml.ts';
import { type XmlElement, childOf, failAt } from './read-xml.ts';

const relation =
  (op: Relation): FesReader =>
  (element, reading) => {
    const [left, right] = readPair(element, element.children, reading);
    return spatial(op, left, right);
  };

const footprint: Expression = { kind: 'property', name: 'geometry' };

/** Without a value before it, a geometry is related to the feature's own. */
function readPair(
  element: XmlElement,
  children: readonly XmlElement[],
  reading: FilterReading,
): readonly [Operand, Operand] {
  const [first, second, ...more] = children.map((child) => readExpression(child, reading));
  if (first === undefined || more.length > 0) return failAt(element, `${element.name} needs two geometries`);
  return second === undefined
    ? [computedOperand(footprint, 'geometry', 'the geometry', failingAt(element)), first]
    : [first, second];
}

function readBox(element: XmlElement, reading: FilterReading): Filter {
  const box = childOf(element, 'Envelope', 'Box') ?? failAt(element, 'BBOX needs an Envelope');
  const [value, ...more] = element.children.filter((child) => child !== box);
  if (more.length > 0) failAt(more[0]!, 'BBOX needs one value and an Envelope');
  const isNamed = value !== undefined && (value.text.trim() !== '' || value.children.length > 0);
  const node = isNamed ? asGeometry(readExpression(value, reading)) : footprint;
  return meetsBox(node, readEnvelope(box, reading));
}

/** The unit is `uom`, in version 1.0 `units`; without one it is the metre. */
function readDistance(element: XmlElement, reading: FilterReading, isBeyond: boolean): Filter {
  const distance = childOf(element, 'Distance') ?? failAt(element, `${element.name} needs a Distance`);
  const [left, right] = readPair(
    element,
    element.children.filter((child) => child !== distance),
    reading,
  );
  const length = Number(distance.text.trim() === '' ? NaN : distance.text);
  if (!Number.isFinite(length) || length < 0) failAt(distance, 'Distance must be a number that is not below 0');
  const unit = distance.attributes.get('uom') ?? distance.attributes.get('units') ?? 'm';
  const metres = metresOfUnit(unit) ?? failAt(distance, `'${unit}' is not ${unitNames}`, 'unfitOperand');
  return withinDistance(left, right, length * metres, isBeyond);
}

export const spatialReaders: Readonly<Record<string, FesReader>> = {
  BBOX: readBox,
  Equals: relation('equals'),
  Disjoint: relation('disjoint'),
  Touches: relation('touches'),
  Within: relation('within'),
  Overlaps: relation('overlaps'),
  Crosses: relation('crosses'),
  Intersects: relation('intersects'),
  Contains: relation('contains'),
  DWithin: (element, reading) => readDistance(element, reading, false),
  Beyond: (element, reading) => readDistance(element, reading, true),
};
