import type { Expression, Filter } from '../../filter.ts';
import type { Fail, Operand } from './operand.ts';

/** One of two operands, by a condition. */
export type Cases = { readonly when: Filter; readonly chosen: Operand; readonly otherwise: Operand };

/** What is one value or another: conditions are told of each, so that stores need not know of it. */
export function casesOperand(cases: Cases, words: string, fail: Fail): Operand {
  const { chosen, otherwise } = cases;
  const { type } = chosen.literal !== null && otherwise.literal === null ? otherwise : chosen;
  const refuse = (): Expression => fail(`${words} can be compared, but not stand within another value`, 'unfitOperand');
  return {
    type,
    get node() {
      return refuse();
    },
    get stored() {
      return refuse();
    },
    factor: 1,
    literal: null,
    words,
    fail,
    cases,
  };
}

const mostCases = 64;

/** A condition of operands, told of each of their cases where they have some. */
export function ofEachCase(operands: readonly Operand[], tell: (operands: readonly Operand[]) => Filter): Filter {
  let told = 0;
  const each = (given: readonly Operand[]): Filter => {
    const place = given.findIndex(({ cases }) => cases !== undefined);
    if (place < 0) return tell(given);
    const { cases, words, fail } = given[place]!;
    if (++told > mostCases) return fail(`${words} has too many cases`);
    const { when, chosen, otherwise } = cases!;
    return {
      kind: 'or',
      args: [
        { kind: 'and', args: [when, each(given.with(place, chosen))] },
        { kind: 'and', args: [isNotTrue(when), each(given.with(place, otherwise))] },
      ],
    };
  };
  return each(operands);
}

/** What is unknown is not true. */
const isNotTrue = (condition: Filter): Filter => ({
  kind: 'or',
  args: [
    { kind: 'not', arg: condition },
    { kind: 'isNull', value: condition },
  ],
});
