import { gmlIdOf } from '../feature-ids.ts';
import { xmlText } from '../xml-text.ts';

/** A value as JSON writes it: `"a text"`, `1.5`, `true`. */
export type Token = string;

/**
 * A feature on its way out, as tokens that stand so in its document: what is stored is written as JSON.stringify writes
 * it, so that nothing need be parsed and written again. `values` stand in the order of the context's attributes.
 */
export type FeatureTokens = {
  readonly id: Token;
  readonly collection: Token;
  /** An item of another collection has the same id. */
  readonly isIdShared: boolean;
  /** In x, y of the answer's CRS, whatever its axes; null where there is none or none is wanted. */
  readonly geometry: Token | null;
  readonly values: readonly (Token | null)[];
};

const quote = 34;

export const isText = (token: Token): boolean => token.charCodeAt(0) === quote;

/** What a token says, texts without their quotes. */
export function textOf(token: Token): string {
  if (!isText(token)) return token;
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
}

/** The same for an element or an attribute of XML. */
export const xmlOf = (token: Token): string => (isText(token) ? xmlText(textOf(token)) : token);

/** The id as a name of XML with the type before it. */
export const gmlIdOfTokens = ({ id, collection, isIdShared }: FeatureTokens): string =>
  gmlIdOf(textOf(id), isIdShared ? textOf(collection) : null);
