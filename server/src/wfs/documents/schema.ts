import { attributeTable, type ShownAttribute } from '../attribute-table.ts';
import { typeName } from '../feature-ids.ts';
import { type FeatureType, geometryName } from '../feature-type.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import type { Version } from '../versions.ts';
import { xmlText } from '../xml-text.ts';

/** Every type with its prefix: clients split it there. */
const xsdTypes: Readonly<Record<ShownAttribute['type'], string>> = {
  string: 'xsd:string',
  number: 'xsd:double',
  integer: 'xsd:long',
  boolean: 'xsd:boolean',
  dateTime: 'xsd:dateTime',
};

/** How each version of GML calls what features are made of. */
const dialects = {
  '2.0.0': {
    gml: namespaces.gml32,
    place: schemaPlaces.gml32,
    geometry: 'gml:MultiSurfacePropertyType',
    base: 'gml:AbstractFeatureType',
    head: 'gml:AbstractFeature',
  },
  '1.1.0': {
    gml: namespaces.gml,
    place: schemaPlaces.gml31,
    geometry: 'gml:MultiSurfacePropertyType',
    base: 'gml:AbstractFeatureType',
    head: 'gml:_Feature',
  },
  '1.0.0': {
    gml: namespaces.gml,
    place: schemaPlaces.gml2,
    geometry: 'gml:MultiPolygonPropertyType',
    base: 'gml:AbstractFeatureType',
    head: 'gml:_Feature',
  },
} as const satisfies Readonly<Record<Version, unknown>>;

/** The schema of features, which clients read attributes and their types from. */
export function schemaDocument({ prefix, namespace, attributes }: FeatureType, version: Version): string {
  const { gml, place, head } = dialects[version];
  return (
    `${xmlHead}<xsd:schema xmlns:xsd="${namespaces.xsd}" xmlns:gml="${gml}" xmlns:${prefix}="${xmlText(namespace)}"` +
    ` targetNamespace="${xmlText(namespace)}" elementFormDefault="qualified" version="1.0">\n` +
    `<xsd:import namespace="${gml}" schemaLocation="${place}"/>\n` +
    complexType(`${typeName}Type`, attributes, version) +
    `<xsd:element name="${typeName}" type="${prefix}:${typeName}Type" substitutionGroup="${head}"/>\n` +
    // Clients of this family look for it, and for nothing of that type.
    complexType('RasterFeatureType', attributeTable, version) +
    '</xsd:schema>\n'
  );
}

function complexType(name: string, attributes: readonly ShownAttribute[], version: Version): string {
  const { base, geometry } = dialects[version];
  return (
    `<xsd:complexType name="${name}">\n<xsd:complexContent>\n<xsd:extension base="${base}">\n<xsd:sequence>\n` +
    attributes.map(({ name: attribute, type }) => element(attribute, xsdTypes[type])).join('') +
    element(geometryName, geometry) +
    '</xsd:sequence>\n</xsd:extension>\n</xsd:complexContent>\n</xsd:complexType>\n'
  );
}

const element = (name: string, type: string): string =>
  `<xsd:element name="${xmlText(name)}" type="${type}" minOccurs="0" maxOccurs="1" nillable="true"/>\n`;

/** The same as GeoServer tells it in JSON. */
export function schemaJson({ prefix, namespace, attributes }: FeatureType): string {
  return JSON.stringify({
    elementFormDefault: 'qualified',
    targetNamespace: namespace,
    targetPrefix: prefix,
    featureTypes: [
      {
        typeName,
        properties: [
          ...attributes.map(({ name, type }) => described(name, xsdTypes[type])),
          described(geometryName, 'gml:MultiPolygon'),
        ],
      },
    ],
  });
}

const described = (name: string, type: string) => ({
  name,
  maxOccurs: 1,
  minOccurs: 0,
  nillable: true,
  type,
  localType: type.slice(type.indexOf(':') + 1),
});
