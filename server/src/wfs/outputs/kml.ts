import type { Geometry } from '../../geometry/geojson.ts';
import { typeName } from '../feature-ids.ts';
import { xmlHead } from '../namespaces.ts';
import { xmlText } from '../xml-text.ts';
import { type FeatureTokens, type Token, gmlIdOfTokens, isText, xmlOf } from './feature-tokens.ts';
import { kmlGeometry } from './kml-geometry.ts';
import type { AnswerContext, StreamedOutput } from './output.ts';

const fieldTypes = {
  string: 'string',
  number: 'double',
  integer: 'double',
  boolean: 'bool',
  dateTime: 'string',
} as const;

/** What globes and maps of the hand open: placemarks with their attributes, always in degrees. */
export const kml: StreamedOutput = {
  kind: 'streamed',
  name: 'KML',
  alsoNamed: ['application/vnd.google-earth.kml+xml', 'application/vnd.google-earth.kml'],
  contentType: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  fileEnding: 'kml',
  isCounted: false,
  isInDegrees: true,
  write(context) {
    const placemark = createPlacemarkWriter(context);
    return {
      opening:
        `${xmlHead}<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document id="${typeName}s">\n` +
        `<name>${typeName}</name>\n${style}${schema(context)}`,
      head: () => '',
      feature: placemark,
      foot: () => '</Document>\n</kml>\n',
    };
  },
};

/** Outlines: filled footprints would hide those under them. */
const style =
  '<Style id="footprint"><LineStyle><color>ff00a5ff</color><width>1.5</width></LineStyle>' +
  '<PolyStyle><fill>0</fill></PolyStyle></Style>\n';

const schema = ({ attributes }: AnswerContext): string =>
  `<Schema name="${typeName}" id="${typeName}">` +
  attributes.map(({ name, type }) => `<SimpleField type="${fieldTypes[type]}" name="${xmlText(name)}"/>`).join('') +
  '</Schema>\n';

function createPlacemarkWriter({ attributes, hasGeometry }: AnswerContext): (feature: FeatureTokens) => string {
  const starts = attributes.map(({ name }) => `<SimpleData name="${xmlText(name)}">`);
  const when = attributes.findIndex(({ name }) => name === 'acquisitionDate');
  return (feature) => {
    const { id, values, geometry } = feature;
    let text = `<Placemark id="${gmlIdOfTokens(feature)}"><name>${xmlOf(id)}</name>`;
    const moment = values[when] ?? null;
    if (moment !== null && isText(moment)) text += `<TimeStamp><when>${xmlOf(moment)}</when></TimeStamp>`;
    text += `<styleUrl>#footprint</styleUrl><ExtendedData><SchemaData schemaUrl="#${typeName}">`;
    for (let i = 0; i < starts.length; i++) {
      const value = values[i] ?? null;
      if (value === null) continue;
      text += `${starts[i]!}${valueOf(value)}</SimpleData>`;
    }
    text += '</SchemaData></ExtendedData>';
    if (hasGeometry && geometry !== null) text += kmlGeometry(JSON.parse(geometry) as Geometry);
    return `${text}</Placemark>\n`;
  };
}

/** GDAL reads words for yes and no as 0. */
function valueOf(value: Token): string {
  if (value === 'true' || value === 'false') return value === 'true' ? '1' : '0';
  return xmlOf(value);
}
