import type { Position } from '../../../geometry/geojson.ts';
import { isDecimal } from '../../evaluate/scalars.ts';
import { type XmlElement, childrenCalled, failAt } from './read-xml.ts';

/** The positions of an element in the order of their system, as GML 2, 3.1 and 3.2 write them. */
export function positionsOf(element: XmlElement, inherited: number | null): readonly Position[] {
  const dimension = dimensionOf(element) ?? inherited;
  const positions = element.children.flatMap((child): readonly Position[] => {
    switch (child.name) {
      case 'posList':
        return grouped(numbersIn(child, child.text), dimensionOf(child) ?? dimension ?? 2, child);
      case 'pos':
      case 'lowerCorner':
      case 'upperCorner':
        return [positionOf(numbersIn(child, child.text), child)];
      case 'coordinates':
        return tuplesIn(child);
      case 'coord':
        return [
          positionOf(
            ['X', 'Y'].flatMap((name) => childNumber(child, name)),
            child,
          ),
        ];
      case 'pointProperty':
      case 'pointRep':
        return child.children.flatMap((point) => positionsOf(point, dimension));
      default:
        return [];
    }
  });
  return positions.length === 0 ? failAt(element, `${element.name} has no coordinates`) : positions;
}

/** Of an element or of what it stands in; null when neither says it. */
export function dimensionOf(element: XmlElement): number | null {
  const written = element.attributes.get('srsDimension') ?? element.attributes.get('dimension');
  if (written === undefined) return null;
  const dimension = Number(written);
  return dimension === 2 || dimension === 3
    ? dimension
    : failAt(element, `coordinates of ${written} numbers are not read`);
}

function numberIn(element: XmlElement, text: string): number {
  const value = isDecimal(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value + 0 : failAt(element, `'${text.slice(0, 40)}' is not a number`);
}

const numbersIn = (element: XmlElement, text: string): readonly number[] =>
  text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => numberIn(element, one));

const childNumber = (element: XmlElement, name: string): readonly number[] =>
  childrenCalled(element, name).map((child) => numberIn(child, child.text.trim()));

/** Heights are dropped. */
function positionOf(numbers: readonly number[], element: XmlElement): Position {
  if (numbers.length !== 2 && numbers.length !== 3) failAt(element, 'a position has two or three numbers');
  return numbers.slice(0, 2);
}

function grouped(numbers: readonly number[], dimension: number, element: XmlElement): readonly Position[] {
  if (numbers.length % dimension !== 0) failAt(element, `the number of coordinates is not a multiple of ${dimension}`);
  return Array.from({ length: numbers.length / dimension }, (_, i) => numbers.slice(i * dimension, i * dimension + 2));
}

/** Of GML 2: tuples apart by blanks, their numbers by commas, unless the element says otherwise. */
function tuplesIn(element: XmlElement): readonly Position[] {
  const { attributes, text } = element;
  const [decimalSign, between, after] = [
    attributes.get('decimal') ?? '.',
    attributes.get('cs') ?? ',',
    attributes.get('ts') ?? ' ',
  ];
  if (decimalSign === '' || between === '' || after === '')
    return failAt(element, 'the signs of coordinates are empty');
  // Blanks around commas are not in the standard, but in the world.
  const tight = between.trim() === '' ? text : text.replaceAll(/\s*,\s*/g, ',');
  return tight
    .trim()
    .split(after === ' ' ? /\s+/ : after)
    .map((tuple) => tuple.trim())
    .filter((tuple) => tuple !== '')
    .map((tuple) =>
      positionOf(
        tuple.split(between).map((one) => numberIn(element, one.trim().replace(decimalSign, '.'))),
        element,
      ),
    );
}
