import { typeName } from '../feature-ids.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import { xmlText } from '../xml-text.ts';
import { createAttributeWriter, geometryTags } from './feature-element.ts';
import { type FeatureTokens, gmlIdOfTokens } from './feature-tokens.ts';
import { createGmlTokenWriter } from './gml-tokens.ts';
import type { AnswerContext, StreamedOutput, Totals } from './output.ts';

export const gml32: StreamedOutput = {
  kind: 'streamed',
  name: 'application/gml+xml; version=3.2',
  alsoNamed: ['gml32', 'text/xml;subtype=gml/3.2', 'text/xml;subtype=gml/3.2.1', 'application/gml+xml', 'gml3.2'],
  contentType: 'application/gml+xml; version=3.2; charset=utf-8',
  fileEnding: null,
  isCounted: true,
  write(context) {
    let made: ReturnType<typeof createFeatureWriter> | null = null;
    // With the first feature: an answer of features that were kept has none to write.
    const feature = (one: FeatureTokens, extra: string) => (made ??= createFeatureWriter(context))(one, extra);
    if (context.isAlone)
      return {
        opening: xmlHead,
        head: () => '',
        feature: (one) => feature(one, ` ${declarations(context)} ${locations(context)}`),
        foot: () => '',
      };
    return {
      // Its tag stays open until it is known how many features follow: so bytes leave before they are found.
      opening:
        `${xmlHead}<wfs:FeatureCollection xmlns:wfs="${namespaces.wfs20}" ${declarations(context)}` +
        ` ${locations(context)} timeStamp="${context.timeStamp}"`,
      head: (totals) => `${counts(totals!)}${pages(context, totals!)}>\n`,
      feature: (one) => `<wfs:member>${feature(one, '')}</wfs:member>\n`,
      foot: () => '</wfs:FeatureCollection>\n',
    };
  },
};

/** A feature as an element of GML 3.2; `extra` stands in its tag. */
export function createFeatureWriter(context: AnswerContext): (feature: FeatureTokens, extra: string) => string {
  const { prefix, crs, hasGeometry } = context;
  const tag = `${prefix}:${typeName}`;
  const attributes = createAttributeWriter(context);
  const geometry = createGmlTokenWriter(xmlText(crs.srsName), crs.isLatLon, true);
  const [start, end] = geometryTags(context);
  return (feature, extra) => {
    const id = gmlIdOfTokens(feature);
    const shape =
      hasGeometry && feature.geometry !== null ? start + geometry(feature.geometry, `${id}.geom`) + end : '';
    return `<${tag} gml:id="${id}"${extra}>${attributes(feature)}${shape}</${tag}>`;
  };
}

export const declarations = ({ prefix, namespace }: Pick<AnswerContext, 'prefix' | 'namespace'>): string =>
  `xmlns:gml="${namespaces.gml32}" xmlns:${prefix}="${xmlText(namespace)}" xmlns:xsi="${namespaces.xsi}"`;

export const locations = ({ namespace, schemaHref }: Pick<AnswerContext, 'namespace' | 'schemaHref'>): string =>
  `xsi:schemaLocation="${namespaces.wfs20} ${schemaPlaces.wfs20} ${namespaces.gml32} ${schemaPlaces.gml32}` +
  ` ${xmlText(namespace)} ${xmlText(schemaHref)}"`;

export const counts = ({ matched, returned }: Totals): string =>
  ` numberMatched="${matched ?? 'unknown'}" numberReturned="${returned}"`;

export function pages({ next, previous }: Pick<AnswerContext, 'next' | 'previous'>, { isMore }: Totals): string {
  return pageAttribute('next', isMore ? next : null) + pageAttribute('previous', previous);
}

const pageAttribute = (name: string, href: string | null): string =>
  href === null ? '' : ` ${name}="${xmlText(href)}"`;
