import { geometryName } from '../feature-type.ts';
import { createPropertyWriter } from './json-properties.ts';
import type { AnswerContext, StreamedOutput, Totals } from './output.ts';

/** GeoJSON with the members that GeoServer adds to it; x comes first whatever the CRS says. */
export const geojson: StreamedOutput = {
  kind: 'streamed',
  name: 'application/json',
  alsoNamed: [
    'json',
    'geojson',
    'application/geo+json',
    'application/vnd.geo+json',
    'application/json;subtype=geojson',
  ],
  contentType: 'application/json; charset=utf-8',
  fileEnding: null,
  isCounted: false,
  hasBareIds: true,
  write(context) {
    const { attributes, isAlone } = context;
    const properties = createPropertyWriter(attributes);
    return {
      opening: '',
      between: ',\n',
      head: () => (isAlone ? '' : '{"type":"FeatureCollection","features":[\n'),
      feature({ id, geometry, values }) {
        const start = `{"type":"Feature","id":${id},"geometry":${geometry ?? 'null'}`;
        return `${start},"geometry_name":"${geometryName}","properties":${properties(values)}}`;
      },
      foot: (totals) => (isAlone ? '\n' : foot(context, totals)),
    };
  },
};

function foot({ timeStamp, crs, next, previous }: AnswerContext, { matched, returned, isMore }: Totals): string {
  const count = matched ?? 'unknown';
  const links = [
    ...(previous === null ? [] : [link('previous page', 'previous', previous)]),
    ...(next === null || !isMore ? [] : [link('next page', 'next', next)]),
  ];
  const members = {
    totalFeatures: count,
    numberMatched: count,
    numberReturned: returned,
    timeStamp,
    crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${crs.code}` } },
    ...(links.length === 0 ? {} : { links }),
  };
  return `\n],${JSON.stringify(members).slice(1)}\n`;
}

const link = (title: string, rel: string, href: string) => ({ title, type: 'application/json', rel, href });
