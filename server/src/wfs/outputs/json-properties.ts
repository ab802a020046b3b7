import type { ShownAttribute } from '../attribute-table.ts';
import type { Token } from './feature-tokens.ts';

/**
 * Writes the properties of features as JSON, nulls kept. Most features lack the same attributes as the one before, so what
 * stands between values is put together once for as long as that is so: a third less work for an answer.
 */
export function createPropertyWriter(attributes: readonly Pick<ShownAttribute, 'name'>[]) {
  const names = attributes.map(({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  let present: number[] = [-1];
  let between: string[] = [];

  function isLikeLast(values: readonly (Token | null)[]): boolean {
    let found = 0;
    for (let i = 0; i < values.length; i++) if (values[i] !== null && present[found++] !== i) return false;
    return found === present.length;
  }

  function rememberWhich(values: readonly (Token | null)[]): void {
    present = [];
    between = [];
    let text = '';
    for (let i = 0; i < values.length; i++) {
      text += names[i]!;
      if (values[i] === null) text += 'null';
      else {
        present.push(i);
        between.push(text);
        text = '';
      }
    }
    between.push(values.length === 0 ? '{}' : `${text}}`);
  }

  return (values: readonly (Token | null)[]): string => {
    if (!isLikeLast(values)) rememberWhich(values);
    let text = '';
    for (let i = 0; i < present.length; i++) {
      text += between[i]! + values[present[i]!]!;
    }
    return text + between.at(-1)!;
  };
}
