import type { Geometry } from '../../geometry/geojson.ts';
import { type Projector, projectorOf } from '../output-crs.ts';
import type { FeatureTokens, Token } from './feature-tokens.ts';
import type { AnswerContext } from './output.ts';
import { endOfText, endOfValue, isMoreAt, isObjectAt } from './scan-json.ts';
import { isWithinTheWorld, shownGeometry } from './shown-geometry.ts';
import { type TypeToken, tokenTypes } from './token-types.ts';

type Shown = Pick<AnswerContext, 'attributes' | 'hasGeometry' | 'crs'>;

/** A feature of the document that begins there in a text. */
export type ReadTokens = (text: string, at: number) => Omit<FeatureTokens, 'isIdShared'>;

const nothing: Token = 'null';

/** Reads what is shown of documents from their text: each is gone through once, and not beyond what is needed. */
export function createTokenReader({ attributes, hasGeometry, crs }: Shown): ReadTokens {
  const blank = attributes.map(({ source }) => (source.kind === 'constant' ? JSON.stringify(source.value) : null));
  const [ids, collections] = [placesOf(attributes, 'id'), placesOf(attributes, 'collection')];
  const propertyAt = propertiesByName(attributes);
  const project = projectorOf(crs.code);

  function readProperties(text: string, start: number, values: (Token | null)[]): number {
    let at = start + 1;
    if (!isObjectAt(text, start) || text.charCodeAt(at) !== quote) return endOfValue(text, start);
    for (; ; at++) {
      const nameEnd = endOfText(text, at);
      const valueEnd = endOfValue(text, nameEnd + 1);
      const shown = propertyAt(text, at + 1, nameEnd - 1);
      if (shown !== null) {
        const token = text.slice(nameEnd + 1, valueEnd);
        for (const { place, type } of shown) values[place] = type(token);
      }
      at = valueEnd;
      if (!isMoreAt(text, at)) return at + 1;
    }
  }

  return (text, start) => {
    const values = blank.slice();
    let [id, collection, geometry, bbox] = [nothing, nothing, nothing, nothing];
    let missing = hasGeometry ? 5 : 3;
    for (let at = start + 1; missing > 0; at++) {
      const nameEnd = endOfText(text, at);
      const valueAt = nameEnd + 1;
      const length = nameEnd - at;
      missing--;
      if (length === 12 && text.startsWith('"properties"', at)) at = readProperties(text, valueAt, values);
      else {
        const end = endOfValue(text, valueAt);
        if (length === 4 && text.startsWith('"id"', at)) id = text.slice(valueAt, end);
        else if (length === 12 && text.startsWith('"collection"', at)) collection = text.slice(valueAt, end);
        else if (length === 10 && hasGeometry && text.startsWith('"geometry"', at)) geometry = text.slice(valueAt, end);
        else if (length === 6 && hasGeometry && text.startsWith('"bbox"', at)) bbox = text.slice(valueAt, end);
        else missing++;
        at = end;
      }
      if (!isMoreAt(text, at)) break;
    }
    for (const place of ids) values[place] = id;
    for (const place of collections) values[place] = collection;
    return { id, collection, geometry: geometry === nothing ? null : geometryOf(geometry, bbox, project), values };
  };
}

const quote = 34;

const placesOf = (attributes: Shown['attributes'], kind: 'id' | 'collection'): readonly number[] =>
  attributes.flatMap(({ source }, place) => (source.kind === kind ? [place] : []));

/** Most are as they are to be shown. */
function geometryOf(geometry: Token, bbox: Token, project: Projector | null): Token {
  const box: unknown = bbox === nothing ? null : JSON.parse(bbox);
  if (project === null && isWithinTheWorld(box)) return geometry;
  return JSON.stringify(shownGeometry(JSON.parse(geometry) as Geometry, box, project));
}

type ShownProperty = { readonly place: number; readonly type: TypeToken };
type Named = { readonly name: string; readonly shown: readonly ShownProperty[] };

/** Finds what shows the property whose name stands between two places, without taking the name out of the text. */
function propertiesByName(attributes: Shown['attributes']) {
  const named = new Map<string, ShownProperty[]>();
  for (const [place, { source, type, factor }] of attributes.entries()) {
    if (source.kind !== 'property') continue;
    const shown = { place, type: tokenTypes(type, factor) };
    named.set(source.name, [...(named.get(source.name) ?? []), shown]);
  }
  const byMark = new Map<number, Named[]>();
  for (const [given, shown] of named) {
    const name = JSON.stringify(given).slice(1, -1);
    const mark = markOf(name, 0, name.length);
    byMark.set(mark, [...(byMark.get(mark) ?? []), { name, shown }]);
  }
  return (text: string, start: number, end: number): readonly ShownProperty[] | null => {
    const candidates = byMark.get(markOf(text, start, end));
    if (candidates === undefined) return null;
    for (const { name, shown } of candidates)
      if (name.length === end - start && text.startsWith(name, start)) return shown;
    return null;
  };
}

/** The same for the same names, and seldom the same for others. */
const markOf = (text: string, start: number, end: number): number =>
  ((end - start) << 16) ^ (text.charCodeAt(start) << 8) ^ text.charCodeAt(end - 1);
