import { namespaces, xmlHead } from '../namespaces.ts';
import { xmlText } from '../xml-text.ts';
import { createAttributeWriter, geometryTags } from './feature-element.ts';
import { counts, declarations, locations, pages } from './gml32.ts';
import { gmlIdOfTokens } from './feature-tokens.ts';
import { createGmlTokenWriter } from './gml-tokens.ts';
import type { StreamedOutput } from './output.ts';

/** The answer to GetPropertyValue: the one attribute that is shown, else the geometry, else the id. */
export const valueCollection: StreamedOutput = {
  kind: 'streamed',
  name: 'wfs:ValueCollection',
  alsoNamed: [],
  contentType: 'application/gml+xml; version=3.2; charset=utf-8',
  fileEnding: null,
  isCounted: true,
  write(context) {
    const { attributes, hasGeometry, crs } = context;
    const attribute = createAttributeWriter(context);
    const geometry = createGmlTokenWriter(xmlText(crs.srsName), crs.isLatLon, true);
    const [start, end] = geometryTags(context);
    return {
      opening:
        `${xmlHead}<wfs:ValueCollection xmlns:wfs="${namespaces.wfs20}" ${declarations(context)}` +
        ` ${locations(context)} timeStamp="${context.timeStamp}"`,
      head: (totals) => `${counts(totals!)}${pages(context, totals!)}>\n`,
      feature(feature) {
        if (attributes.length > 0) return `<wfs:member>${attribute(feature)}</wfs:member>\n`;
        if (!hasGeometry) return `<wfs:member>${gmlIdOfTokens(feature)}</wfs:member>\n`;
        const shape = feature.geometry === null ? '' : geometry(feature.geometry, `${gmlIdOfTokens(feature)}.geom`);
        return `<wfs:member>${start}${shape}${end}</wfs:member>\n`;
      },
      foot: () => '</wfs:ValueCollection>\n',
    };
  },
};
