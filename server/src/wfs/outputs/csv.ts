import type { Geometry } from '../../geometry/geojson.ts';
import { writeWkt } from '../../geometry/write-wkt.ts';
import { csvCell, withoutFormula } from '../../shared/csv-cell.ts';
import { invalidParameter } from '../exception.ts';
import { geometryName } from '../feature-type.ts';
import { type Token, gmlIdOfTokens, isText, textOf } from './feature-tokens.ts';
import type { AnswerContext, StreamedOutput } from './output.ts';

const lineEnd = '\r\n';

/** Comma separated values as RFC 4180 has them: the id, the attributes, and the geometry as well-known text, x first. */
export const csv: StreamedOutput = {
  kind: 'streamed',
  name: 'csv',
  alsoNamed: ['text/csv'],
  contentType: 'text/csv; charset=utf-8; header=present',
  fileEnding: 'csv',
  isCounted: false,
  write({ attributes, hasGeometry, options }) {
    const separator = separatorOf(options);
    const header = ['FID', ...attributes.map(({ name }) => name), ...(hasGeometry ? [geometryName] : [])];
    return {
      opening: header.map((name) => csvCell(name, separator)).join(separator) + lineEnd,
      head: () => '',
      feature(feature) {
        const { values, geometry } = feature;
        let row = csvCell(gmlIdOfTokens(feature), separator);
        for (const value of values) row += separator + cellOf(value, separator);
        if (hasGeometry)
          row += separator + (geometry === null ? '' : csvCell(writeWkt(JSON.parse(geometry) as Geometry), separator));
        return row + lineEnd;
      },
      foot: () => '',
    };
  },
};

function cellOf(value: Token | null, separator: string): string {
  if (value === null) return '';
  if (!isText(value)) return value;
  // Readers end at it.
  return csvCell(withoutFormula(textOf(value).replaceAll('\0', '\ufffd')), separator);
}

const words = new Map(Object.entries({ comma: ',', semicolon: ';', tab: '\t', space: ' ', pipe: '|' }));

/** `csvseparator` is a word or the character itself. */
function separatorOf(options: AnswerContext['options']): string {
  const asked = options['csvseparator'] ?? '';
  if (asked === '') return ',';
  const separator = words.get(asked.toLowerCase()) ?? asked;
  // Digits, letters and the signs of numbers stand in cells that are not quoted.
  if (!/^[^\w"\r\n.+-]$/u.test(separator))
    throw invalidParameter('format_options', `csvseparator is one of ${[...words.keys()].join(', ')}, or one sign`);
  return separator;
}
