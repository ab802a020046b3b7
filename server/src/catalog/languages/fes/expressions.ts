import type { ArithmeticOp, Filter } from '../../filter.ts';
import { type FilterReading, findAttribute } from '../attributes.ts';
import { calculated } from '../typed/conditions.ts';
import { callFunction } from '../typed/functions.ts';
import { type Fail, type Operand, attributeOperand, computedOperand, literalOperand } from '../typed/operand.ts';
import { isGmlGeometry, readGmlGeometry } from './gml.ts';
import { type XmlElement, failAt } from './read-xml.ts';

export type FesReader = (element: XmlElement, reading: FilterReading) => Filter;

export const failingAt =
  (element: XmlElement): Fail =>
  (reason, problem) =>
    failAt(element, reason, problem);

/** Calculations are of FES 1.x; version 2.0 has functions alone. */
const calculations: Readonly<Record<string, ArithmeticOp | undefined>> = {
  __proto__: null as never,
  Add: '+',
  Sub: '-',
  Mul: '*',
  Div: '/',
};

const isReference = ({ name }: XmlElement): boolean => name === 'ValueReference' || name === 'PropertyName';

/** Whatever stands for a value. */
export function readExpression(element: XmlElement, reading: FilterReading): Operand {
  if (isReference(element)) return readReference(element, reading);
  if (element.name === 'Literal') return readLiteral(element, reading);
  if (element.name === 'Function') return readFunction(element, reading);
  const op = calculations[element.name];
  if (op !== undefined) return readCalculation(op, element, reading);
  if (isGmlGeometry(element)) return geometryOperand(element, reading);
  return failAt(element, `expected a value but found '${element.name}'`);
}

function readReference(element: XmlElement, reading: FilterReading): Operand {
  const name = element.text.trim();
  const attribute =
    findAttribute(reading, withoutPredicates(name)) ??
    failAt(element, `there is no attribute '${name}'`, 'unknownName');
  return attributeOperand(attribute, failingAt(element));
}

/** `FinishedFeature[1]/source[1]` and `/FinishedFeature/source` are paths to the same. */
const withoutPredicates = (name: string): string => name.replaceAll(/\[\s*\d+\s*\]/g, '');

/** A geometry may stand in a literal too. */
function readLiteral(element: XmlElement, reading: FilterReading): Operand {
  const [child] = element.children;
  if (child !== undefined && isGmlGeometry(child)) return geometryOperand(child, reading);
  if (child !== undefined) return failAt(child, `expected a text or a geometry but found '${child.name}'`);
  return literalOperand({ kind: 'text', text: element.text }, failingAt(element));
}

const geometryOperand = (element: XmlElement, reading: FilterReading): Operand =>
  computedOperand(readGmlGeometry(element, reading), 'geometry', element.name, failingAt(element));

function readFunction(element: XmlElement, reading: FilterReading): Operand {
  const name = element.attributes.get('name') ?? failAt(element, "Function needs the attribute 'name'");
  const args = element.children.map((child) => readExpression(child, reading));
  return callFunction(name, args, reading, failingAt(element));
}

function readCalculation(op: ArithmeticOp, element: XmlElement, reading: FilterReading): Operand {
  const [left, right] = readExactly(2, element, reading);
  return calculated(op, left!, right!);
}

export function readExactly(count: number, element: XmlElement, reading: FilterReading): readonly Operand[] {
  if (element.children.length !== count) failAt(element, `${element.name} needs ${count} values`);
  return element.children.map((child) => readExpression(child, reading));
}
