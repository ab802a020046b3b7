import type { ComparisonOp, Filter } from '../../filter.ts';
import type { FilterReading } from '../attributes.ts';
import { between, compare, constantly, isNull, like } from '../typed/conditions.ts';
import { type FesReader, readExactly, readExpression } from './expressions.ts';
import { type XmlElement, childOf, failAt } from './read-xml.ts';

const comparison =
  (op: ComparisonOp): FesReader =>
  (element, reading) => {
    const [left, right] = readExactly(2, element, reading);
    return compare(op, left!, right!, isCaseless(element));
  };

/** `matchAction` is of properties with many values; these have one, so that all its words mean the same. */
const isCaseless = ({ attributes }: XmlElement): boolean =>
  ['false', '0'].includes(attributes.get('matchCase')?.trim() ?? 'true');

function readLike(element: XmlElement, reading: FilterReading): Filter {
  const [value, pattern, ...more] = element.children;
  if (value === undefined || pattern === undefined || more.length > 0)
    return failAt(element, `${element.name} needs a value and a pattern`);
  const { literal } = readExpression(pattern, reading);
  if (literal === null) return failAt(pattern, 'expected a text as pattern');
  return like(readExpression(value, reading), patternOf(literal.text, element), isCaseless(element));
}

/** The pattern by the signs that the element names, in those of the tree. */
function patternOf(text: string, { attributes }: XmlElement): string {
  const many = attributes.get('wildCard') ?? '*';
  const one = attributes.get('singleChar') ?? '?';
  const escape = attributes.get('escapeChar') ?? attributes.get('escape') ?? '\\';
  let pattern = '';
  for (let at = 0; at < text.length;) {
    const isAt = (sign: string): boolean => sign !== '' && text.startsWith(sign, at);
    if (isAt(escape) && at + escape.length < text.length) {
      at += escape.length;
      pattern += verbatim(text[at++]!);
    } else if (isAt(many)) {
      at += many.length;
      pattern += '%';
    } else if (isAt(one)) {
      at += one.length;
      pattern += '_';
    } else pattern += verbatim(text[at++]!);
  }
  return pattern;
}

const verbatim = (character: string): string => ('\\%_'.includes(character) ? `\\${character}` : character);

function readBetween(element: XmlElement, reading: FilterReading): Filter {
  const [value] = element.children;
  if (value === undefined) return failAt(element, `${element.name} needs a value`);
  const [low, high] = ['LowerBoundary', 'UpperBoundary'].map((name) => {
    const boundary = childOf(element, name) ?? failAt(element, `${element.name} needs ${name}`);
    return readExactly(1, boundary, reading)[0]!;
  });
  return between(readExpression(value, reading), low!, high!);
}

/** A property that is not there is null; one that is there and says that it is nil does not exist here. */
function readNil(element: XmlElement, reading: FilterReading): Filter {
  readExactly(1, element, reading);
  return constantly(false);
}

export const comparisonReaders: Readonly<Record<string, FesReader>> = {
  PropertyIsEqualTo: comparison('='),
  PropertyIsNotEqualTo: comparison('<>'),
  PropertyIsLessThan: comparison('<'),
  PropertyIsGreaterThan: comparison('>'),
  PropertyIsLessThanOrEqualTo: comparison('<='),
  PropertyIsLessThanEqualTo: comparison('<='),
  PropertyIsGreaterThanOrEqualTo: comparison('>='),
  PropertyIsGreaterThanEqualTo: comparison('>='),
  PropertyIsLike: readLike,
  PropertyIsBetween: readBetween,
  PropertyIsNull: (element, reading) => isNull(readExactly(1, element, reading)[0]!),
  PropertyIsNil: readNil,
};
