import { geometryName } from '../feature-type.ts';
import { type FeatureTokens, xmlOf } from './feature-tokens.ts';
import type { AnswerContext } from './output.ts';

type Named = Pick<AnswerContext, 'prefix' | 'attributes'>;

/** The attributes of a feature as elements, nulls left out; tags are made once for an answer. */
export function createAttributeWriter({ prefix, attributes }: Named): (feature: FeatureTokens) => string {
  const starts = attributes.map(({ name }) => `<${prefix}:${name}>`);
  const ends = attributes.map(({ name }) => `</${prefix}:${name}>`);
  return ({ values }) => {
    let text = '';
    for (let i = 0; i < starts.length; i++) {
      const value = values[i];
      if (value === null || value === undefined) continue;
      text += starts[i]! + xmlOf(value) + ends[i]!;
    }
    return text;
  };
}

export const geometryTags = ({ prefix }: Named): readonly [string, string] => [
  `<${prefix}:${geometryName}>`,
  `</${prefix}:${geometryName}>`,
];
