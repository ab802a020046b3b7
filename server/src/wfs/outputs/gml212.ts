import type { Geometry } from '../../geometry/geojson.ts';
import { typeName } from '../feature-ids.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import { xmlText } from '../xml-text.ts';
import { createAttributeWriter, geometryTags } from './feature-element.ts';
import { type FeatureTokens, gmlIdOfTokens } from './feature-tokens.ts';
import { createGml2GeometryWriter } from './gml212-geometry.ts';
import { declarations } from './gml311.ts';
import type { AnswerContext, StreamedOutput } from './output.ts';

/** What clients of 1.0.0 read, in whatever version it is asked for. */
export const gml212: StreamedOutput = {
  kind: 'streamed',
  name: 'text/xml; subtype=gml/2.1.2',
  alsoNamed: ['gml2', 'gml212', 'text/xml;subtype=gml/2', 'application/gml+xml;version=2.1.2'],
  contentType: 'text/xml; subtype=gml/2.1.2; charset=utf-8',
  fileEnding: null,
  isCounted: false,
  write(context) {
    const feature = createFeatureWriter(context);
    const names = `${declarations(context)} ${locations(context)}`;
    if (context.isAlone)
      return { opening: xmlHead, head: () => '', feature: (one) => feature(one, ` ${names}`), foot: () => '\n' };
    return {
      // A collection of GML 2 must say its bounds, which nobody has looked for.
      opening:
        `${xmlHead}<wfs:FeatureCollection xmlns:wfs="${namespaces.wfs}" ${names}>\n` +
        '<gml:boundedBy><gml:null>unknown</gml:null></gml:boundedBy>\n',
      head: () => '',
      feature: (one) => `<gml:featureMember>${feature(one, '')}</gml:featureMember>\n`,
      foot: () => '</wfs:FeatureCollection>\n',
    };
  },
};

function createFeatureWriter(context: AnswerContext): (feature: FeatureTokens, extra: string) => string {
  const { prefix, crs, hasGeometry } = context;
  const tag = `${prefix}:${typeName}`;
  const attributes = createAttributeWriter(context);
  const geometry = createGml2GeometryWriter(xmlText(crs.srsName), crs.isLatLon);
  const [start, end] = geometryTags(context);
  return (feature, extra) => {
    const isShown = hasGeometry && feature.geometry !== null;
    const shape = isShown ? start + geometry(JSON.parse(feature.geometry) as Geometry) + end : '';
    return `<${tag} fid="${gmlIdOfTokens(feature)}"${extra}>${attributes(feature)}${shape}</${tag}>`;
  };
}

const locations = ({ namespace, schemaHref }: AnswerContext): string =>
  `xsi:schemaLocation="${namespaces.wfs} ${schemaPlaces.wfs10} ${xmlText(namespace)} ${xmlText(schemaHref)}"`;
