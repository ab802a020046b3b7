import { typeName } from '../feature-ids.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import { xmlText } from '../xml-text.ts';
import { createAttributeWriter, geometryTags } from './feature-element.ts';
import { type FeatureTokens, gmlIdOfTokens } from './feature-tokens.ts';
import { createGmlTokenWriter } from './gml-tokens.ts';
import type { AnswerContext, StreamedOutput } from './output.ts';

/** What clients of 1.1.0 read, in whatever version it is asked for. */
export const gml311: StreamedOutput = {
  kind: 'streamed',
  name: 'text/xml; subtype=gml/3.1.1',
  alsoNamed: ['gml3', 'gml31', 'gml311', 'text/xml;subtype=gml/3.1', 'application/gml+xml;version=3.1'],
  contentType: 'text/xml; subtype=gml/3.1.1; charset=utf-8',
  fileEnding: null,
  isCounted: true,
  write(context) {
    const feature = createFeatureWriter(context);
    const names = `${declarations(context)} ${locations(context)}`;
    if (context.isAlone)
      return { opening: xmlHead, head: () => '', feature: (one) => feature(one, ` ${names}`), foot: () => '\n' };
    return {
      // Its tag stays open until it is known how many features follow.
      opening: `${xmlHead}<wfs:FeatureCollection xmlns:wfs="${namespaces.wfs}" ${names} timeStamp="${context.timeStamp}"`,
      head: (totals) => ` numberOfFeatures="${totals!.returned}">\n<gml:featureMembers>\n`,
      feature: (one) => `${feature(one, '')}\n`,
      foot: () => '</gml:featureMembers>\n</wfs:FeatureCollection>\n',
    };
  },
};

function createFeatureWriter(context: AnswerContext): (feature: FeatureTokens, extra: string) => string {
  const { prefix, crs, hasGeometry } = context;
  const tag = `${prefix}:${typeName}`;
  const attributes = createAttributeWriter(context);
  const geometry = createGmlTokenWriter(xmlText(crs.srsName), crs.isLatLon, false);
  const [start, end] = geometryTags(context);
  return (feature, extra) => {
    const shape = hasGeometry && feature.geometry !== null ? start + geometry(feature.geometry, '') + end : '';
    return `<${tag} gml:id="${gmlIdOfTokens(feature)}"${extra}>${attributes(feature)}${shape}</${tag}>`;
  };
}

export const declarations = ({ prefix, namespace }: AnswerContext): string =>
  `xmlns:gml="${namespaces.gml}" xmlns:${prefix}="${xmlText(namespace)}" xmlns:xsi="${namespaces.xsi}"`;

const locations = ({ namespace, schemaHref }: AnswerContext): string =>
  `xsi:schemaLocation="${namespaces.wfs} ${schemaPlaces.wfs11} ${xmlText(namespace)} ${xmlText(schemaHref)}"`;
