import { checkBounds, defaultBounds } from '../../filter-bounds.ts';
import type { Filter } from '../../filter.ts';
import type { FilterReading } from '../attributes.ts';
import { not } from '../typed/conditions.ts';
import { featuresOf } from '../typed/feature-ids.ts';
import { comparisonReaders } from './comparisons.ts';
import type { FesReader } from './expressions.ts';
import { type XmlElement, failAt } from './read-xml.ts';
import { spatialReaders } from './spatial.ts';
import { temporalReaders } from './temporal.ts';

/** Reads a `Filter` element of FES 2.0, 1.1 or 1.0, or an operator alone; throws a `FilterError` with the element's place. */
export function readFes(element: XmlElement, reading: FilterReading): Filter {
  const filter = element.name === 'Filter' ? readFilter(element, reading) : readOperator(element, reading);
  checkBounds(filter, defaultBounds);
  return filter;
}

function readFilter(element: XmlElement, reading: FilterReading): Filter {
  const [first, ...more] = element.children;
  if (first === undefined) return failAt(element, 'the filter is empty');
  if (isId(first)) return readIds(element.children, reading);
  if (more.length > 0) failAt(more[0]!, 'a filter holds one operator');
  return readOperator(first, reading);
}

const readers: Readonly<Record<string, FesReader | undefined>> = {
  __proto__: null as never,
  ...comparisonReaders,
  ...spatialReaders,
  ...temporalReaders,
  And: (element, reading) => readJunction('and', element, reading),
  Or: (element, reading) => readJunction('or', element, reading),
  Not: readNot,
};

function readOperator(element: XmlElement, reading: FilterReading): Filter {
  if (isId(element)) return readIds([element], reading);
  const read = readers[element.name];
  return read === undefined ? failAt(element, `there is no operator '${element.name}'`) : read(element, reading);
}

/** One argument alone is not in the schema, but clients that build filters send it. */
function readJunction(kind: 'and' | 'or', element: XmlElement, reading: FilterReading): Filter {
  const args = element.children.map((child) => readOperator(child, reading));
  if (args.length === 0) return failAt(element, `${element.name} needs a condition`);
  return args.length === 1 ? args[0]! : { kind, args };
}

function readNot(element: XmlElement, reading: FilterReading): Filter {
  const [arg, ...more] = element.children;
  if (arg === undefined || more.length > 0) return failAt(element, 'Not needs one condition');
  return not(readOperator(arg, reading));
}

/** How the versions name a feature by its id, and the attribute that holds it. */
const idAttributes: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  ResourceId: 'rid',
  FeatureId: 'fid',
  GmlObjectId: 'id',
};

const isId = ({ name }: XmlElement): boolean => idAttributes[name] !== undefined;

function readIds(elements: readonly XmlElement[], reading: FilterReading): Filter {
  if (elements.length > defaultBounds.maxListLength)
    failAt(elements[0]!, `the list has more than ${defaultBounds.maxListLength} elements`);
  const ids = elements.map((element) => {
    const name = idAttributes[element.name] ?? failAt(element, 'ids stand alone in a filter');
    return element.attributes.get(name) ?? failAt(element, `${element.name} needs the attribute '${name}'`);
  });
  return featuresOf(ids, reading);
}
