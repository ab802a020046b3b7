import { type Filter, isInstantLiteral } from '../filter.ts';
import { type Functions, type Getter, compileScalar, constantOf } from './compile-scalar.ts';
import { type Scalar, compareScalars, looksLikeTimestamp } from './scalars.ts';

type Verdict = boolean | null;

/** The same as a comparison with each element, joined by OR. */
export function compileIn({ value, list }: Extract<Filter, { kind: 'in' }>, functions: Functions): Getter<Verdict> {
  const get = compileScalar(value, functions);
  const constants = list.map((one) => constantOf(one, functions));
  const set = constants.length > 0 && !isInstantLiteral(value) && plainSet(constants);
  if (set) return fromSet(get, set);
  const getters = list.map((one) => compileScalar(one, functions));
  return (item) => {
    const wanted = get(item);
    let verdict: Verdict = false;
    for (const element of getters) {
      const order = compareScalars(wanted, element(item));
      if (order === 0) return true;
      if (order === null) verdict = null;
    }
    return verdict;
  };
}

/** Numbers alone, or texts alone of which none is a time: then equal means the same. */
function plainSet(constants: readonly (Scalar | undefined)[]): ReadonlySet<Scalar> | null {
  const isNumbers = constants.every((one) => typeof one === 'number');
  const isTexts = constants.every((one) => typeof one === 'string' && !looksLikeTimestamp(one));
  return isNumbers || isTexts ? new Set(constants as Scalar[]) : null;
}

function fromSet(get: Getter<Scalar>, set: ReadonlySet<Scalar>): Getter<Verdict> {
  const type = typeof [...set][0];
  return (item) => {
    const wanted = get(item);
    return typeof wanted === type ? set.has(wanted) : null;
  };
}
