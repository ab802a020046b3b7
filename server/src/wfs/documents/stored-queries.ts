import { type FeatureType, qualifiedTypeName } from '../feature-type.ts';
import { invalidParameter } from '../exception.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import { xmlText } from '../xml-text.ts';

/** The name of 2.0.0 and that of 2.0.2. */
const featureByIdNames = [
  'urn:ogc:def:query:OGC-WFS::GetFeatureById',
  'http://www.opengis.net/def/query/OGC-WFS/0/GetFeatureById',
] as const;

export const isFeatureById = (id: string): boolean =>
  featureByIdNames.some((name) => name.toLowerCase() === id.toLowerCase()) || id.toLowerCase() === 'getfeaturebyid';

const root = (name: string, { prefix, namespace }: FeatureType): string =>
  `${xmlHead}<wfs:${name} xmlns:wfs="${namespaces.wfs20}" xmlns:xsd="${namespaces.xsd}"` +
  ` xmlns:${prefix}="${xmlText(namespace)}" xmlns:xsi="${namespaces.xsi}"` +
  ` xsi:schemaLocation="${namespaces.wfs20} ${schemaPlaces.wfs20}">\n`;

export function listStoredQueries(type: FeatureType): string {
  const one = (id: string) =>
    `<wfs:StoredQuery id="${id}">\n<wfs:Title>Feature by its id</wfs:Title>\n` +
    `<wfs:ReturnFeatureType>${qualifiedTypeName(type)}</wfs:ReturnFeatureType>\n</wfs:StoredQuery>\n`;
  const name = 'ListStoredQueriesResponse';
  return `${root(name, type)}${featureByIdNames.map(one).join('')}</wfs:${name}>\n`;
}

/** All of them where none is named. */
export function describeStoredQueries(type: FeatureType, ids: readonly string[]): string {
  for (const id of ids)
    if (!isFeatureById(id)) throw invalidParameter('STOREDQUERY_ID', `there is no stored query '${id}'`);
  const wanted = featureByIdNames.filter((name) => ids.length === 0 || ids.includes(name));
  const shown = wanted.length === 0 ? featureByIdNames.slice(0, 1) : wanted;
  const one = (id: string) =>
    `<wfs:StoredQueryDescription id="${id}">\n<wfs:Title>Feature by its id</wfs:Title>\n` +
    '<wfs:Parameter name="id" type="xsd:string"/>\n' +
    `<wfs:QueryExpressionText returnFeatureTypes="${qualifiedTypeName(type)}" isPrivate="true"` +
    ' language="urn:ogc:def:queryLanguage:OGC-WFS::WFS_QueryExpression"/>\n</wfs:StoredQueryDescription>\n';
  const name = 'DescribeStoredQueriesResponse';
  return `${root(name, type)}${shown.map(one).join('')}</wfs:${name}>\n`;
}
