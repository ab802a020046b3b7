import type { Attribute, AttributeType, Identity } from '../catalog/languages/attributes.ts';
import type { Expression } from '../catalog/filter.ts';
import { type ShownAttribute, attributeTable, otherNames } from './attribute-table.ts';
import { filterOfIds, readFeatureId, typeName } from './feature-ids.ts';

export const geometryName = 'featureGeometry';

/** What the settings say of the one feature type. */
export type FeatureType = {
  /** The vendor's word with a capital, before every name of its own. */
  readonly prefix: string;
  readonly namespace: string;
  /** Prefixes that are understood, in lower case. */
  readonly prefixes: ReadonlySet<string>;
  /** In the order of the schema, which the geometry follows. */
  readonly attributes: readonly ShownAttribute[];
  readonly byName: ReadonlyMap<string, ShownAttribute>;
};

/** An attribute of the operator's own, or in the place of one of the table. */
export type OwnAttribute = {
  readonly name: string;
  readonly property: string;
  readonly type: Exclude<AttributeType, 'geometry'>;
  readonly factor?: number;
};

export function describeFeatureType(vendorWords: readonly string[], own: readonly OwnAttribute[]): FeatureType {
  const [vendor] = vendorWords as [string];
  const added = new Map(own.map((one) => [one.name, shownOwn(one)]));
  const kept = attributeTable.map((attribute) => added.get(attribute.name) ?? attribute);
  const known = new Set(attributeTable.map(({ name }) => name));
  const attributes = [...kept, ...[...added.values()].filter(({ name }) => !known.has(name))];
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  for (const [name, meant] of Object.entries(otherNames)) if (!byName.has(name)) byName.set(name, byName.get(meant)!);
  return {
    prefix: vendor.charAt(0).toUpperCase() + vendor.slice(1),
    namespace: `urn:swath:wfs:${vendor}`,
    prefixes: new Set(vendorWords),
    attributes,
    byName,
  };
}

const shownOwn = ({ name, property, type, factor = 1 }: OwnAttribute): ShownAttribute => ({
  name,
  type,
  source: { kind: 'property', name: property },
  factor,
});

export const qualifiedTypeName = ({ prefix }: Pick<FeatureType, 'prefix'>): string => `${prefix}:${typeName}`;

/** The last one is what OWSLib says of every box. */
const geometryNames: ReadonlySet<string> = new Set([
  geometryName,
  'geometry',
  'gml:boundedBy',
  'boundedBy',
  'ows:BoundingBox',
]);
/** Every feature may have them and none of ours does: no property of an item is called so. */
const absentNames: ReadonlySet<string> = new Set(['gml:name', 'gml:description', 'gml:identifier']);
const idNames: ReadonlySet<string> = new Set(['@gml:id', '@fid', '@id']);

export const isGeometryName = (name: string): boolean => geometryNames.has(name);

const identity: Identity = {
  prefix: `${typeName}.`,
  features: (ids) => filterOfIds(ids.map(readFeatureId)),
};

/** The attribute of that name as filters see it; null where there is none. */
export function filterAttribute({ byName }: FeatureType, name: string): Attribute | null {
  const shown = byName.get(name);
  if (shown !== undefined) {
    const { type, source, factor } = shown;
    return { name: shown.name, type, expression: expressionOf(source), ...(factor === 1 ? {} : { factor }) };
  }
  if (isGeometryName(name)) return { name, type: 'geometry', expression: { kind: 'property', name: 'geometry' } };
  if (idNames.has(name)) return { name, type: 'string', expression: { kind: 'property', name: 'id' }, identity };
  return absentNames.has(name) ? { name, type: 'string', expression: { kind: 'property', name } } : null;
}

function expressionOf(source: ShownAttribute['source']): Expression {
  if (source.kind === 'constant') return { kind: 'literal', value: source.value };
  return { kind: 'property', name: source.kind === 'property' ? source.name : source.kind };
}
