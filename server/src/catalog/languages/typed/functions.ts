import type { Geometry } from '../../../geometry/geojson.ts';
import { WktError, readWkt } from '../../../geometry/read-wkt.ts';
import { geometryProblem } from '../../../geometry/validity.ts';
import { readNumberPattern } from '../../evaluate/format-number.ts';
import { verbatim } from '../../evaluate/match-like.ts';
import { regularExpression } from '../../evaluate/regular-texts.ts';
import { isTimePattern, parseByPattern } from '../../evaluate/time-pattern.ts';
import type { ComparisonOp, Expression } from '../../filter.ts';
import { type AttributeType, type FilterReading, findAttribute } from '../attributes.ts';
import { orderedGeometry } from '../ordered-geometry.ts';
import { literalAs, typeWords } from './coerce.ts';
import { among, between, calculated, chosen, compare, constantly, isNull, like } from './conditions.ts';
import { timestampOfMs } from './instants.ts';
import { type Fail, type Operand, computedOperand, isNumeric, literalOperand } from './operand.ts';

type Context = { readonly reading: FilterReading; readonly fail: Fail; readonly words: string };

/** `takes` holds a type for each argument; more than those are of the type `rest`, fewer than `least` too few. */
type FunctionOfLanguage = {
  readonly takes: readonly (AttributeType | 'any')[];
  readonly least?: number;
  readonly rest?: AttributeType | 'any';
  readonly make: (args: readonly Operand[], context: Context) => Operand;
};

/** A call of the evaluator's own function. */
const plain = (
  name: string,
  takes: FunctionOfLanguage['takes'],
  gives: AttributeType,
  more: Pick<FunctionOfLanguage, 'least' | 'rest'> = {},
): FunctionOfLanguage => ({
  takes,
  ...more,
  make: (args, { fail, words }) => {
    const nodes = args.map((arg, i) => argumentNode(arg, takes[i] ?? more.rest ?? 'any'));
    return computedOperand({ kind: 'call', name, args: nodes }, gives, words, fail);
  },
});

function argumentNode(operand: Operand, type: AttributeType | 'any'): Expression {
  if (type === 'any') return operand.node;
  const isFit = operand.literal !== null || operand.type === type || (isNumeric(type) && isNumeric(operand.type));
  const node = isFit ? literalAs(operand, type) : null;
  return node ?? operand.fail(`${operand.words} is not ${typeWords(type)}`, 'unfitOperand');
}

/** What is said as well by a condition of the tree, for which stores have indexes. */
const condition = (
  takes: FunctionOfLanguage['takes'],
  tell: (args: readonly Operand[]) => Expression,
  more: Pick<FunctionOfLanguage, 'least' | 'rest'> = {},
): FunctionOfLanguage => ({
  takes,
  ...more,
  make: (args, { fail, words }) => computedOperand(tell(args), 'boolean', words, fail),
});

const comparison = (op: ComparisonOp, isCaseless = false): FunctionOfLanguage =>
  condition(['any', 'any'], ([a, b]) => compare(op, a!, b!, isCaseless));

/** By a pattern where the part is written out, else by the evaluator's function. */
const partOfText = (name: string, pattern: (part: string) => string): FunctionOfLanguage =>
  condition(['string', 'string'], ([text, part]) =>
    part!.literal === null
      ? { kind: 'call', name, args: [argumentNode(text!, 'string'), argumentNode(part!, 'string')] }
      : like(text!, pattern(verbatim(part!.literal.text)), false),
  );

/** The second argument is a regular expression, which is told to be none before anything is looked for. */
function regular(name: string, takes: FunctionOfLanguage['takes'], gives: AttributeType): FunctionOfLanguage {
  const { make } = plain(name, takes, gives);
  return {
    takes,
    least: Math.min(3, takes.length),
    make(args, context) {
      const [, pattern] = args;
      const written = pattern!.literal?.text ?? context.fail(`${context.words} takes a regular expression as a text`);
      if (regularExpression(written) === null) pattern!.fail(`'${written}' is no regular expression`, 'unfitOperand');
      return make(args, context);
    },
  };
}

const arithmetic = (op: '^' | '%'): FunctionOfLanguage => ({
  takes: ['number', 'number'],
  make: ([a, b]) => calculated(op, a!, b!),
});

const ofNumber = (name: string): FunctionOfLanguage => plain(name, ['number'], 'number');
const ofGeometry = (name: string, gives: AttributeType): FunctionOfLanguage => plain(name, ['geometry'], gives);

const numbers = ['abs', 'ceil', 'floor', 'round', 'rint', 'sqrt', 'exp', 'log', 'sin', 'cos', 'tan', 'asin'] as const;
const moreNumbers = ['acos', 'atan', 'toDegrees', 'toRadians'] as const;

/** Every function that ECQL and FES may call, as GeoServer names it. */
const table: Readonly<Record<string, FunctionOfLanguage>> = {
  ...Object.fromEntries([...numbers, ...moreNumbers].map((name) => [name, ofNumber(name.toLowerCase())])),
  atan2: plain('atan2', ['number', 'number'], 'number'),
  min: plain('min', ['number', 'number'], 'number', { rest: 'number' }),
  max: plain('max', ['number', 'number'], 'number', { rest: 'number' }),
  pow: arithmetic('^'),
  modulo: arithmetic('%'),
  pi: {
    takes: [],
    make: (_, { fail }) => literalOperand({ kind: 'number', text: 'pi', value: Math.PI }, fail),
  },
  parseDouble: plain('tonumber', ['any'], 'number'),
  parseInt: plain('tonumber', ['any'], 'number'),
  parseLong: plain('tonumber', ['any'], 'number'),
  parseBoolean: plain('toboolean', ['any'], 'boolean'),
  numberFormat: {
    takes: ['string', 'number'],
    make: ([pattern, number], { fail, words }) => {
      const written = pattern!.literal?.text ?? '';
      if (readNumberPattern(written) === null) fail(`'${written}' is no pattern as #,##0.00`, 'unfitOperand');
      const args: Expression[] = [{ kind: 'literal', value: written }, argumentNode(number!, 'number')];
      return computedOperand({ kind: 'call', name: 'numberformat', args }, 'string', words, fail);
    },
  },
  if_then_else: {
    takes: ['any', 'any', 'any'],
    make: ([when, then, otherwise], { words, fail }) => chosen(when!, then!, otherwise!, words, fail),
  },
  strToLowerCase: plain('lower', ['string'], 'string'),
  strToUpperCase: plain('upper', ['string'], 'string'),
  strLength: plain('length', ['string'], 'integer'),
  strTrim: plain('trim', ['string'], 'string'),
  strConcat: plain('concat', ['any', 'any'], 'string'),
  Concatenate: plain('concat', ['any', 'any'], 'string', { rest: 'any' }),
  strSubstring: plain('substring', ['string', 'number', 'number'], 'string'),
  strSubstringStart: plain('substring', ['string', 'number'], 'string'),
  strIndexOf: plain('indexof', ['string', 'string'], 'integer'),
  strMatches: regular('matches', ['string', 'string'], 'boolean'),
  isLike: regular('matches', ['string', 'string'], 'boolean'),
  strReplace: regular('replace', ['string', 'string', 'string', 'boolean'], 'string'),
  strStartsWith: partOfText('startswith', (part) => `${part}%`),
  strEndsWith: partOfText('endswith', (part) => `%${part}`),
  strEqualsIgnoreCase: comparison('=', true),
  isNull: condition(['any'], ([value]) => isNull(value!)),
  in: condition(['any', 'any'], ([value, ...list]) => among(value!, list), { rest: 'any' }),
  between: condition(['any', 'any', 'any'], ([value, low, high]) => between(value!, low!, high!)),
  equalTo: comparison('='),
  notEqualTo: comparison('<>'),
  lessThan: comparison('<'),
  lessEqualThan: comparison('<='),
  greaterThan: comparison('>'),
  greaterEqualThan: comparison('>='),
  PropertyExists: {
    takes: ['any'],
    make: ([name], { reading, fail, words }) => {
      const written = name!.literal?.text ?? fail('PropertyExists takes the name of an attribute as a text');
      const doesExist = findAttribute(reading, written) !== null;
      return computedOperand(constantly(doesExist), 'boolean', words, fail);
    },
  },
  id: {
    takes: [],
    make: (_, { fail, words }) => computedOperand({ kind: 'property', name: 'id' }, 'string', words, fail),
  },
  now: { takes: [], make: (_, { reading, fail }) => instantOperand(timestampOfMs(reading.nowMs), 'now()', fail) },
  dateParse: {
    takes: ['string', 'string'],
    make: ([pattern, text], { fail }) => {
      const [written, given] = [pattern!.literal?.text, text!.literal?.text];
      if (written === undefined || given === undefined) return fail('dateParse takes two texts, not attributes');
      const value = parseByPattern(written, given) ?? fail(`'${given}' is no time as '${written}'`, 'unfitOperand');
      return instantOperand(value, given, fail);
    },
  },
  dateFormat: {
    takes: ['string', 'dateTime'],
    make: ([pattern, time], { fail, words }) => {
      const written = pattern!.literal?.text ?? '';
      if (!isTimePattern(written)) fail(`'${written}' is no pattern of yMdHmsSXZ`, 'unfitOperand');
      const args: Expression[] = [{ kind: 'literal', value: written }, argumentNode(time!, 'dateTime')];
      return computedOperand({ kind: 'call', name: 'dateformat', args }, 'string', words, fail);
    },
  },
  dateDifference: plain('datedifference', ['dateTime', 'dateTime', 'string'], 'number', { least: 2 }),
  buffer: plain('buffer', ['geometry', 'number'], 'geometry'),
  intersection: plain('intersection', ['geometry', 'geometry'], 'geometry'),
  area: ofGeometry('area', 'number'),
  centroid: ofGeometry('centroid', 'geometry'),
  envelope: ofGeometry('envelope', 'geometry'),
  distance: plain('distance', ['geometry', 'geometry'], 'number'),
  geometryType: ofGeometry('geometrytype', 'string'),
  numPoints: ofGeometry('numpoints', 'integer'),
  getX: ofGeometry('getx', 'number'),
  getY: ofGeometry('gety', 'number'),
  isEmpty: ofGeometry('isempty', 'boolean'),
  isValid: ofGeometry('isvalid', 'boolean'),
  geomFromWKT: {
    takes: ['string'],
    make: ([text], { reading, fail, words }) => {
      const written = text!.literal?.text ?? fail('geomFromWKT takes well-known text, not an attribute');
      return computedOperand(
        { kind: 'geometry', value: readText(written, reading, text!.fail) },
        'geometry',
        words,
        fail,
      );
    },
  },
};

function readText(text: string, { isLatLon }: FilterReading, fail: Fail): Geometry {
  try {
    const geometry = orderedGeometry(readWkt(text), isLatLon);
    const problem = geometryProblem(geometry);
    return problem === null ? geometry : fail(problem.reason);
  } catch (error) {
    if (error instanceof WktError) return fail(error.message);
    throw error;
  }
}

const instantOperand = (value: string | null, text: string, fail: Fail): Operand =>
  literalOperand({ kind: 'instant', text, value: value ?? fail('the time has no year of four digits') }, fail);

const byName = new Map(Object.entries(table).map(([name, entry]) => [name.toLowerCase(), entry]));

/** Each by its name, with the number of its arguments. */
export const functionsOfLanguages: readonly { readonly name: string; readonly arguments: number }[] = Object.entries(
  table,
).map(([name, { takes }]) => ({ name, arguments: takes.length }));

/** A function of GeoServer's as the tree says it; one that the evaluator cannot do soundly does not exist. */
export function callFunction(name: string, args: readonly Operand[], reading: FilterReading, fail: Fail): Operand {
  const known = byName.get(name.toLowerCase()) ?? fail(`there is no function '${name}'`, 'unknownName');
  const { takes, least = takes.length, rest } = known;
  if (args.length < least || (rest === undefined && args.length > takes.length))
    fail(`${name} takes ${wantedCount(known)}, not ${args.length}`);
  return known.make(args, { reading, fail, words: `${name}()` });
}

function wantedCount({ takes, least = takes.length, rest }: FunctionOfLanguage): string {
  const most = rest === undefined ? (least === takes.length ? '' : ` to ${takes.length}`) : ' or more';
  return `${least}${most} argument${takes.length === 1 && most === '' ? '' : 's'}`;
}
