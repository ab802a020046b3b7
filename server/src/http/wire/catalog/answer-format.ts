import { refuse } from '../../../catalog/refuse.ts';
import { type ExportFormat, exportFormatNames, formatNamed, mediaTypesOf } from '../../../exports/formats.ts';
import { geojson, json } from '../files/media-types.ts';

/** A page of GeoJSON, or everything as a file. */
export type AnswerFormat = 'geojson' | ExportFormat;

/** What `f` names, which is not given where it is empty, else what `Accept` likes best; GeoJSON where neither has a wish that can be fulfilled. */
export function answerFormat(f: unknown, accept: string | undefined): AnswerFormat {
  if (f !== undefined && f !== null && f !== '') return named(f);
  // Most callers accept anything, or what they always get.
  return accept === undefined || accept === '*/*' || accept === geojson || accept === json ? 'geojson' : liked(accept);
}

function named(f: unknown): AnswerFormat {
  if (f === 'geojson' || f === 'json') return 'geojson';
  return (
    (typeof f === 'string' ? formatNamed(f) : null) ?? refuse('f', `must be geojson, ${exportFormatNames.join(', ')}`)
  );
}

type Range = { readonly type: string; readonly weight: number };

const formats: readonly AnswerFormat[] = ['geojson', ...exportFormatNames];
const typesOf = (format: AnswerFormat): readonly string[] =>
  format === 'geojson' ? [geojson, json] : mediaTypesOf(format);

/** Among equals GeoJSON first, then in the order of our list. */
function liked(accept: string): AnswerFormat {
  const ranges = accept.split(',', mostRanges).map(readRange);
  let best: { readonly format: AnswerFormat; readonly weight: number } = { format: 'geojson', weight: 0 };
  for (const format of formats) {
    const weight = Math.max(...typesOf(format).map((type) => weightOf(type, ranges)));
    if (weight > best.weight) best = { format, weight };
  }
  return best.format;
}

const mostRanges = 100;

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [, weight] =
    parameters.map((parameter) => /^q=([\d.]+)$/.exec(parameter)).find((found) => found !== null) ?? [];
  const given = weight === undefined ? 1 : Number(weight);
  return { type, weight: Number.isNaN(given) ? 0 : Math.min(1, given) };
}

/** The range that says most of a type decides (RFC 9110, 12.5.1). */
function weightOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/');
  for (const range of [type, `${family}/*`, '*/*']) {
    const found = ranges.find((each) => each.type === range);
    if (found !== undefined) return found.weight;
  }
  return 0;
}
