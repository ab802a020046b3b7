import { type Address, operationHref } from '../addresses.ts';
import { type FeatureType, qualifiedTypeName } from '../feature-type.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import { defaultCrs, otherCodes } from '../output-crs.ts';
import { outputs } from '../outputs/outputs.ts';
import { xmlText } from '../xml-text.ts';
import { filterCapabilities20 } from './filter-capabilities.ts';
import { about } from './about.ts';

export type CapabilitiesNeeds = {
  readonly type: FeatureType;
  readonly address: Address;
  /** Features in an answer to a request that names no count; null for all. */
  readonly countDefault: number | null;
  /** In lower case; empty for all. */
  readonly sections: readonly string[];
};

/** The capabilities of 2.0.0, in the order that its schema has. */
export function capabilities20(needs: CapabilitiesNeeds): string {
  const { prefix, namespace } = needs.type;
  const isWanted = (name: string) =>
    needs.sections.length === 0 || needs.sections.includes('all') || needs.sections.includes(name.toLowerCase());
  const section = (name: string, text: () => string) => (isWanted(name) ? text() : '');
  return (
    `${xmlHead}<wfs:WFS_Capabilities xmlns:wfs="${namespaces.wfs20}" xmlns:ows="${namespaces.ows11}"` +
    ` xmlns:fes="${namespaces.fes}" xmlns:gml="${namespaces.gml32}" xmlns:xlink="${namespaces.xlink}"` +
    ` xmlns:xsd="${namespaces.xsd}" xmlns:${prefix}="${xmlText(namespace)}" xmlns:xsi="${namespaces.xsi}"` +
    ` xsi:schemaLocation="${namespaces.wfs20} ${schemaPlaces.wfs20}" version="2.0.0">\n` +
    section('ServiceIdentification', serviceIdentification) +
    section('ServiceProvider', serviceProvider) +
    section('OperationsMetadata', () => operationsMetadata(needs)) +
    section('FeatureTypeList', () => featureTypeList(needs.type)) +
    section('Filter_Capabilities', filterCapabilities20) +
    '</wfs:WFS_Capabilities>\n'
  );
}

const serviceIdentification = (): string =>
  `<ows:ServiceIdentification>\n<ows:Title>${about.title}</ows:Title>\n<ows:Abstract>${about.abstract}</ows:Abstract>\n` +
  `<ows:Keywords>${about.keywords.map((word) => `<ows:Keyword>${word}</ows:Keyword>`).join('')}</ows:Keywords>\n` +
  '<ows:ServiceType codeSpace="OGC">WFS</ows:ServiceType>\n' +
  ['2.0.0', '1.1.0', '1.0.0'].map((one) => `<ows:ServiceTypeVersion>${one}</ows:ServiceTypeVersion>\n`).join('') +
  '<ows:Fees>NONE</ows:Fees>\n<ows:AccessConstraints>NONE</ows:AccessConstraints>\n</ows:ServiceIdentification>\n';

const serviceProvider = (): string =>
  `<ows:ServiceProvider>\n<ows:ProviderName>${about.provider}</ows:ProviderName>\n<ows:ServiceContact/>\n</ows:ServiceProvider>\n`;

function operationsMetadata({ address, countDefault }: CapabilitiesNeeds): string {
  const href = xmlText(operationHref(address));
  const dcp = `<ows:DCP><ows:HTTP><ows:Get xlink:href="${href}"/><ows:Post xlink:href="${href}"/></ows:HTTP></ows:DCP>\n`;
  const operation = (name: string, ...more: readonly string[]) =>
    `<ows:Operation name="${name}">\n${dcp}${more.join('')}</ows:Operation>\n`;
  const formats = parameter(
    'outputFormat',
    outputs.map(({ name }) => xmlText(name)),
  );
  const count = countDefault === null ? '' : constraint('CountDefault', String(countDefault));
  const resolve = parameter('resolve', ['none', 'local']);
  return (
    '<ows:OperationsMetadata>\n' +
    operation(
      'GetCapabilities',
      parameter('AcceptVersions', ['2.0.0', '1.1.0', '1.0.0']),
      parameter('AcceptFormats', ['text/xml', 'application/xml']),
      parameter('Sections', sectionNames),
    ) +
    operation(
      'DescribeFeatureType',
      parameter('outputFormat', ['application/gml+xml; version=3.2', 'application/json']),
    ) +
    operation('ListStoredQueries') +
    operation('DescribeStoredQueries') +
    operation(
      'GetFeature',
      parameter('resultType', ['results', 'hits']),
      formats,
      resolve,
      count,
      constraint('PagingIsTransactionSafe', 'FALSE'),
    ) +
    operation('GetPropertyValue', resolve, parameter('outputFormat', ['application/gml+xml; version=3.2']), count) +
    parameter('version', ['2.0.0', '1.1.0', '1.0.0']) +
    Object.entries(serviceConstraints)
      .map(([name, value]) => constraint(name, value))
      .join('') +
    '<ows:Constraint name="QueryExpressions"><ows:AllowedValues><ows:Value>wfs:Query</ows:Value>' +
    '<ows:Value>wfs:StoredQuery</ows:Value></ows:AllowedValues></ows:Constraint>\n' +
    '</ows:OperationsMetadata>\n'
  );
}

const sectionNames = [
  'ServiceIdentification',
  'ServiceProvider',
  'OperationsMetadata',
  'FeatureTypeList',
  'Filter_Capabilities',
];

const parameter = (name: string, values: readonly string[]): string =>
  `<ows:Parameter name="${name}"><ows:AllowedValues>${values.map((value) => `<ows:Value>${value}</ows:Value>`).join('')}</ows:AllowedValues></ows:Parameter>\n`;

const constraint = (name: string, value: string): string =>
  `<ows:Constraint name="${name}"><ows:NoValues/><ows:DefaultValue>${value}</ows:DefaultValue></ows:Constraint>\n`;

const serviceConstraints = {
  ImplementsBasicWFS: 'TRUE',
  ImplementsTransactionalWFS: 'FALSE',
  ImplementsLockingWFS: 'FALSE',
  KVPEncoding: 'TRUE',
  XMLEncoding: 'TRUE',
  SOAPEncoding: 'FALSE',
  ImplementsInheritance: 'FALSE',
  ImplementsRemoteResolve: 'FALSE',
  ImplementsResultPaging: 'TRUE',
  ImplementsStandardJoins: 'FALSE',
  ImplementsSpatialJoins: 'FALSE',
  ImplementsTemporalJoins: 'FALSE',
  ImplementsFeatureVersioning: 'FALSE',
  ManageStoredQueries: 'FALSE',
} as const;

function featureTypeList(type: FeatureType): string {
  const { prefix, namespace } = type;
  const others = ['urn:ogc:def:crs:OGC:1.3:CRS84', ...otherCodes.map((code) => `urn:ogc:def:crs:EPSG::${code}`)];
  return (
    `<wfs:FeatureTypeList>\n<wfs:FeatureType xmlns:${prefix}="${xmlText(namespace)}">\n` +
    `<wfs:Name>${qualifiedTypeName(type)}</wfs:Name>\n<wfs:Title>${about.typeTitle}</wfs:Title>\n` +
    `<wfs:Abstract>${about.typeAbstract}</wfs:Abstract>\n` +
    `<wfs:DefaultCRS>${defaultCrs['2.0.0'].srsName}</wfs:DefaultCRS>\n` +
    others.map((name) => `<wfs:OtherCRS>${name}</wfs:OtherCRS>\n`).join('') +
    `<wfs:OutputFormats>${outputs.map(({ name }) => `<wfs:Format>${xmlText(name)}</wfs:Format>`).join('')}</wfs:OutputFormats>\n` +
    // Just this box spares clients a walk through the whole layer for its extent.
    '<ows:WGS84BoundingBox><ows:LowerCorner>-180 -90</ows:LowerCorner><ows:UpperCorner>180 90</ows:UpperCorner></ows:WGS84BoundingBox>\n' +
    '</wfs:FeatureType>\n</wfs:FeatureTypeList>\n'
  );
}
