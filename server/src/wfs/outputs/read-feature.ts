import { canonicalTimestamp } from '../../catalog/instant.ts';
import type { StoredItem } from '../../catalog/ports.ts';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import type { ShownAttribute } from '../attribute-table.ts';
import { memberReader } from '../../shared/read-member.ts';
import { gmlIdOf } from '../feature-ids.ts';
import { projectorOf } from '../output-crs.ts';
import type { AnswerContext, Feature, Value } from './output.ts';
import { shownGeometry } from './shown-geometry.ts';
import { readShownMembers } from './shown-members.ts';

type ReadValue = (properties: JsonObject, item: StoredItem) => Value;

/** Reads features from stored items: each is parsed once, and asked for what is shown of it. */
export function createFeatureReader({
  attributes,
  hasGeometry,
  crs,
}: Pick<AnswerContext, 'attributes' | 'hasGeometry' | 'crs'>): (item: StoredItem, isIdShared: boolean) => Feature {
  const readers = attributes.map(valueReader);
  const project = projectorOf(crs.code);
  return (item, isIdShared) => {
    const members = readShownMembers(item.bytes);
    const values = readers.map((read) => read(members.properties, item));
    const { geometry: stored, bbox } = members;
    const geometry = hasGeometry && isObject(stored) ? shownGeometry(stored as Geometry, bbox, project) : null;
    const { id, collection } = item;
    return { id, gmlId: gmlIdOf(id, isIdShared ? collection : null), collection, geometry, values };
  };
}

function valueReader({ source, type, factor }: ShownAttribute): ReadValue {
  if (source.kind === 'id') return (_, { id }) => id;
  if (source.kind === 'collection') return (_, { collection }) => collection;
  if (source.kind === 'constant') return () => source.value;
  const read = memberReader(source.name);
  const typed = typedBy[type];
  // Divided and not multiplied: 57 of 100 is 0.57, and 57 times 0.01 is not.
  if (factor !== 1)
    return (properties) => {
      const value = typed(read(properties));
      return typeof value === 'number' ? value / factor : value;
    };
  return (properties) => typed(read(properties));
}

/** Null where the value is of another type: readers of schemas would stumble over it. */
const typedBy: Readonly<Record<ShownAttribute['type'], (value: unknown) => Value>> = {
  string: (value) => {
    if (value === undefined || value === null) return null;
    return typeof value === 'string' ? value : JSON.stringify(value);
  },
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null),
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  dateTime: (value) => (typeof value === 'string' ? dateTimeOf(value) : null),
};

const plainDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

export const dateTimeOf = (text: string): string | null => (plainDateTime.test(text) ? text : canonicalTimestamp(text));
