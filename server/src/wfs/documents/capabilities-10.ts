import { operationHref } from '../addresses.ts';
import { qualifiedTypeName } from '../feature-type.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import { xmlText } from '../xml-text.ts';
import { about } from './about.ts';
import type { CapabilitiesNeeds } from './capabilities-20.ts';
import { filterCapabilities10 } from './filter-capabilities.ts';

/** The capabilities of 1.0.0; formats are elements there, and have names of their own. */
export function capabilities10({ type, address }: CapabilitiesNeeds): string {
  const { prefix, namespace } = type;
  // Clients of this version put their parameters right behind it.
  const base = operationHref(address);
  const href = xmlText(base.includes('?') ? `${base}&` : `${base}?`);
  const dcp =
    `<DCPType><HTTP><Get onlineResource="${href}"/></HTTP></DCPType>\n` +
    `<DCPType><HTTP><Post onlineResource="${xmlText(base)}"/></HTTP></DCPType>\n`;
  return (
    `${xmlHead}<WFS_Capabilities xmlns="${namespaces.wfs}" xmlns:ogc="${namespaces.ogc}" xmlns:${prefix}="${xmlText(namespace)}"` +
    ` xmlns:xsi="${namespaces.xsi}" xsi:schemaLocation="${namespaces.wfs} ${schemaPlaces.capabilities10}" version="1.0.0">\n` +
    `<Service>\n<Name>WFS</Name>\n<Title>${about.title}</Title>\n<Abstract>${about.abstract}</Abstract>\n` +
    `<Keywords>${about.keywords.join(', ')}</Keywords>\n<OnlineResource>${xmlText(address.endpoint)}</OnlineResource>\n` +
    '<Fees>NONE</Fees>\n<AccessConstraints>NONE</AccessConstraints>\n</Service>\n<Capability>\n<Request>\n' +
    `<GetCapabilities>\n${dcp}</GetCapabilities>\n` +
    `<DescribeFeatureType>\n<SchemaDescriptionLanguage><XMLSCHEMA/></SchemaDescriptionLanguage>\n${dcp}</DescribeFeatureType>\n` +
    `<GetFeature>\n<ResultFormat><GML2/></ResultFormat>\n${dcp}</GetFeature>\n</Request>\n</Capability>\n` +
    `<FeatureTypeList>\n<Operations><Query/></Operations>\n<FeatureType>\n<Name>${qualifiedTypeName(type)}</Name>\n` +
    `<Title>${about.typeTitle}</Title>\n<Abstract>${about.typeAbstract}</Abstract>\n<Keywords>${about.keywords.join(', ')}</Keywords>\n` +
    '<SRS>EPSG:4326</SRS>\n<LatLongBoundingBox minx="-180" miny="-90" maxx="180" maxy="90"/>\n' +
    `</FeatureType>\n</FeatureTypeList>\n${filterCapabilities10()}</WFS_Capabilities>\n`
  );
}
