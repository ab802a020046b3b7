import { operationHref } from '../addresses.ts';
import { qualifiedTypeName } from '../feature-type.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import { defaultCrs, otherCodes } from '../output-crs.ts';
import { outputs } from '../outputs/outputs.ts';
import { xmlText } from '../xml-text.ts';
import { about } from './about.ts';
import type { CapabilitiesNeeds } from './capabilities-20.ts';
import { filterCapabilities11 } from './filter-capabilities.ts';

/** The capabilities of 1.1.0, which has no stored queries and knows no pages, though it is given them. */
export function capabilities11({ type, address, countDefault }: CapabilitiesNeeds): string {
  const { prefix, namespace } = type;
  const href = xmlText(operationHref(address));
  const dcp = `<ows:DCP><ows:HTTP><ows:Get xlink:href="${href}"/><ows:Post xlink:href="${href}"/></ows:HTTP></ows:DCP>\n`;
  const operation = (name: string, ...more: readonly string[]) =>
    `<ows:Operation name="${name}">\n${dcp}${more.join('')}</ows:Operation>\n`;
  const formats = outputs.map(({ name }) => xmlText(name));
  return (
    `${xmlHead}<wfs:WFS_Capabilities xmlns:wfs="${namespaces.wfs}" xmlns:ows="${namespaces.ows}" xmlns:ogc="${namespaces.ogc}"` +
    ` xmlns:gml="${namespaces.gml}" xmlns:xlink="${namespaces.xlink}" xmlns:${prefix}="${xmlText(namespace)}"` +
    ` xmlns:xsi="${namespaces.xsi}" xsi:schemaLocation="${namespaces.wfs} ${schemaPlaces.wfs11}" version="1.1.0">\n` +
    `<ows:ServiceIdentification>\n<ows:Title>${about.title}</ows:Title>\n<ows:Abstract>${about.abstract}</ows:Abstract>\n` +
    `<ows:Keywords>${about.keywords.map((word) => `<ows:Keyword>${word}</ows:Keyword>`).join('')}</ows:Keywords>\n` +
    '<ows:ServiceType>WFS</ows:ServiceType>\n<ows:ServiceTypeVersion>1.1.0</ows:ServiceTypeVersion>\n' +
    '<ows:Fees>NONE</ows:Fees>\n<ows:AccessConstraints>NONE</ows:AccessConstraints>\n</ows:ServiceIdentification>\n' +
    `<ows:ServiceProvider>\n<ows:ProviderName>${about.provider}</ows:ProviderName>\n<ows:ServiceContact/>\n</ows:ServiceProvider>\n` +
    '<ows:OperationsMetadata>\n' +
    operation(
      'GetCapabilities',
      parameter('AcceptVersions', ['1.1.0', '1.0.0']),
      parameter('AcceptFormats', ['text/xml']),
    ) +
    operation('DescribeFeatureType', parameter('outputFormat', ['text/xml; subtype=gml/3.1.1'])) +
    operation('GetFeature', parameter('resultType', ['results', 'hits']), parameter('outputFormat', formats)) +
    (countDefault === null
      ? ''
      : `<ows:Constraint name="DefaultMaxFeatures"><ows:Value>${countDefault}</ows:Value></ows:Constraint>\n`) +
    '</ows:OperationsMetadata>\n' +
    `<wfs:FeatureTypeList>\n<wfs:Operations><wfs:Operation>Query</wfs:Operation></wfs:Operations>\n` +
    `<wfs:FeatureType xmlns:${prefix}="${xmlText(namespace)}">\n<wfs:Name>${qualifiedTypeName(type)}</wfs:Name>\n` +
    `<wfs:Title>${about.typeTitle}</wfs:Title>\n<wfs:Abstract>${about.typeAbstract}</wfs:Abstract>\n` +
    `<wfs:DefaultSRS>${defaultCrs['1.1.0'].srsName}</wfs:DefaultSRS>\n` +
    otherCodes.map((code) => `<wfs:OtherSRS>urn:x-ogc:def:crs:EPSG:${code}</wfs:OtherSRS>\n`).join('') +
    `<wfs:OutputFormats>${formats.map((name) => `<wfs:Format>${name}</wfs:Format>`).join('')}</wfs:OutputFormats>\n` +
    '<ows:WGS84BoundingBox><ows:LowerCorner>-180 -90</ows:LowerCorner><ows:UpperCorner>180 90</ows:UpperCorner></ows:WGS84BoundingBox>\n' +
    `</wfs:FeatureType>\n</wfs:FeatureTypeList>\n${filterCapabilities11()}</wfs:WFS_Capabilities>\n`
  );
}

const parameter = (name: string, values: readonly string[]): string =>
  `<ows:Parameter name="${name}">${values.map((value) => `<ows:Value>${value}</ows:Value>`).join('')}</ows:Parameter>\n`;
