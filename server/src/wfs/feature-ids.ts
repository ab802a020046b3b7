import { type Filter, propertyIs } from '../catalog/filter.ts';

/** The name of the one feature type, without a prefix. */
export const typeName = 'FinishedFeature';

/** Ids are unique within a collection only: where others have the same, the collection is part of the id. */
export type FeatureId = { readonly id: string; readonly collection: string | null };

/** No id holds it, so that it parts an id from its collection. */
const parting = '\n';

const plain = /^[\w.-]*$/;
const escaped = /_x[0-9a-fA-F]{4,6}_/;

/** The id of a feature as XML takes it: ids of items may begin with digits and hold anything. */
export function gmlIdOf(id: string, collection: string | null = null): string {
  const whole = collection === null ? id : id + parting + collection;
  if (plain.test(whole) && !escaped.test(whole)) return `${typeName}.${whole}`;
  const kept = whole.replace(/_(?=x[0-9a-fA-F]{4,6}_)/g, '_x005F_');
  return `${typeName}.${kept.replace(/[^\w.-]/gu, escapedCharacter)}`;
}

const escapedCharacter = (character: string): string =>
  `_x${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}_`;

/** What clients send: bare, or as XML has it, with a prefix or without. */
export function readFeatureId(given: string): FeatureId {
  const local = /^(?:\w+:)?FinishedFeature\.(.+)$/s.exec(given)?.[1];
  if (local === undefined) return { id: given, collection: null };
  const [id, collection = null] = local.replace(/_x([0-9a-fA-F]{4,6})_/g, unescaped).split(parting);
  return { id: id!, collection };
}

function unescaped(whole: string, digits: string): string {
  const code = Number.parseInt(digits, 16);
  return code > 0x10_ff_ff ? whole : String.fromCodePoint(code);
}

/** The features with these ids. */
export function filterOfIds(ids: readonly FeatureId[]): Filter {
  const bare = ids.filter(({ collection }) => collection === null);
  const inOne = ids.filter(({ collection }) => collection !== null);
  const parts: readonly Filter[] = [
    ...(bare.length > 0 || inOne.length === 0 ? [isOneOf(bare)] : []),
    ...inOne.map(({ id, collection }): Filter => ({
      kind: 'and',
      args: [propertyIs('id', id), propertyIs('collection', collection!)],
    })),
  ];
  return parts.length === 1 ? parts[0]! : { kind: 'or', args: parts };
}

const isOneOf = (ids: readonly FeatureId[]): Filter => ({
  kind: 'in',
  value: { kind: 'property', name: 'id' },
  list: ids.map(({ id }) => ({ kind: 'literal', value: id })),
});
