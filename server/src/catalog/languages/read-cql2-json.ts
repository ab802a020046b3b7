import { flatBbox } from '../../geometry/box.ts';
import { GeoJsonError, readGeoJson } from '../../geometry/read-geojson.ts';
import { geometryProblem } from '../../geometry/validity.ts';
import { bboxProblem, offEarth } from '../bbox.ts';
import {
  type ArithmeticOp,
  type ComparisonOp,
  type Expression,
  type Filter,
  type IntervalEnd,
  type TemporalOp,
  arithmeticOps,
  comparisonOps,
  instantOps,
  isInstantLiteral,
} from '../filter.ts';
import { type FilterBounds, type ParseOptions, tooDeep, tooLong } from '../filter-bounds.ts';
import { FilterError } from '../filter-error.ts';
import { canonicalDate, canonicalTimestamp } from '../instant.ts';
import { intervalEndOf } from './interval-end.ts';
import { type Role, fits, roleWords } from './operand-rules.ts';
import { arrayWords, isIdentifier, reservedWords, spatialWords, temporalWords } from './words.ts';

type Reading = { readonly options: ParseOptions; readonly bounds: FilterBounds; nodes: number };
type Operation = { readonly args: readonly unknown[]; readonly path: string; readonly depth: number };

const fail = (reason: string, path: string): never => {
  throw new FilterError(reason, { path });
};

/** Reads one node and holds it to its role. */
export function readAs(reading: Reading, role: Role, json: unknown, path: string, depth: number): Expression {
  if (depth > reading.bounds.maxDepth) fail(tooDeep(reading.bounds), path);
  if (++reading.nodes > reading.bounds.maxNodes)
    fail(`the filter has more than ${reading.bounds.maxNodes} parts`, path);
  const node = readNode(reading, json, path, depth);
  if (!fits(role, node)) fail(`expected ${roleWords(role)}`, path);
  return node;
}

function readNode(reading: Reading, json: unknown, path: string, depth: number): Expression {
  if (typeof json === 'string' || typeof json === 'boolean') return { kind: 'literal', value: json };
  if (typeof json === 'number') return { kind: 'literal', value: json + 0 };
  if (Array.isArray(json)) return { kind: 'list', items: readMany(reading, 'value', json, path, depth) };
  if (typeof json !== 'object' || json === null) return fail('expected a value', path);
  if ('op' in json) return readOperation(reading, json, path, depth);
  return readObject(reading, json as Record<string, unknown>, path, depth);
}

function readMany(reading: Reading, role: Role, list: readonly unknown[], path: string, depth: number): Expression[] {
  if (list.length > reading.bounds.maxListLength) fail(tooLong(reading.bounds), path);
  return list.map((one, i) => readAs(reading, role, one, `${path}/${i}`, depth + 1));
}

function readObject(reading: Reading, json: Record<string, unknown>, path: string, depth: number): Expression {
  if ('property' in json) return { kind: 'property', name: nonEmpty(json['property'], `${path}/property`) };
  if ('date' in json)
    return { kind: 'date', value: temporal(json['date'], canonicalDate, 'a date as 2020-12-31', `${path}/date`) };
  if ('timestamp' in json)
    return {
      kind: 'timestamp',
      value: temporal(
        json['timestamp'],
        canonicalTimestamp,
        'a timestamp as 2020-12-31T23:59:59Z',
        `${path}/timestamp`,
      ),
    };
  if ('interval' in json) return readInterval(reading, json['interval'], `${path}/interval`, depth);
  if ('type' in json) return readGeometry(reading, json, path);
  if ('bbox' in json) return readBbox(reading, json['bbox'], `${path}/bbox`);
  return fail('expected an object with op, property, date, timestamp, interval, bbox or a geometry', path);
}

const nonEmpty = (json: unknown, path: string): string =>
  typeof json === 'string' && json !== '' ? json : fail('expected a property name', path);

function temporal(json: unknown, canonical: (text: string) => string | null, wanted: string, path: string): string {
  const value = typeof json === 'string' ? canonical(json) : null;
  return value ?? fail(`expected ${wanted}`, path);
}

function readInterval(reading: Reading, json: unknown, path: string, depth: number): Expression {
  if (!Array.isArray(json) || json.length !== 2) return fail('expected the two ends of the interval', path);
  const end = (i: number): IntervalEnd => {
    const value: unknown = json[i];
    const place = `${path}/${i}`;
    if (typeof value === 'string') return intervalEndOf(value) ?? fail("expected a date, a timestamp or '..'", place);
    const node = readAs(reading, 'time', value, place, depth + 1);
    return node.kind === 'interval' ? fail('expected an instant', place) : (node as IntervalEnd);
  };
  return { kind: 'interval', start: end(0), end: end(1) };
}

function readGeometry({ options, bounds }: Reading, json: unknown, path: string): Expression {
  try {
    const geometry = readGeoJson(json, bounds);
    const value: Expression = { kind: 'geometry', value: geometry };
    if (!options.mustBeValid) return value;
    const off = offEarth(geometry);
    if (off !== null) fail(`a geometry ${off}`, path);
    const problem = geometryProblem(geometry);
    return problem === null ? value : fail(problem.reason, path);
  } catch (error) {
    if (error instanceof GeoJsonError) return fail(error.message, `${path}${error.path}`);
    throw error;
  }
}

function readBbox({ options }: Reading, json: unknown, path: string): Expression {
  if (!Array.isArray(json) || flatBbox(json as number[]) === null || json.some((n) => !Number.isFinite(n)))
    return fail('expected four or six numbers', path);
  const problem = options.mustBeValid ? bboxProblem(json as number[]) : null;
  if (problem !== null) fail(`a bbox ${problem}`, path);
  return { kind: 'bbox', value: (json as number[]).map((number) => number + 0) };
}

function readOperation(reading: Reading, json: Record<string, unknown>, path: string, depth: number): Expression {
  const { op, args } = json;
  if (typeof op !== 'string') return fail('expected the name of an operator', `${path}/op`);
  if (!Array.isArray(args)) return fail('expected an array of arguments', `${path}/args`);
  const operation: Operation = { args, path: `${path}/args`, depth: depth + 1 };
  const key = op.toLowerCase();
  const read = readers[key];
  if (read !== undefined) return read(reading, operation);
  const pair = readPairOperation(reading, key, operation, `${path}/op`);
  return pair ?? readCall(reading, op, operation, `${path}/op`);
}

function readPairOperation(reading: Reading, key: string, operation: Operation, opPath: string): Expression | null {
  const pair = (role: Role) => readPair(reading, role, operation);
  if ((comparisonOps as readonly string[]).includes(key))
    return { kind: 'compare', op: key as ComparisonOp, ...pair('scalar') };
  if ((arithmeticOps as readonly string[]).includes(key))
    return { kind: 'arithmetic', op: key as ArithmeticOp, ...pair('number') };
  const spatial = spatialWords.get(key);
  if (spatial !== undefined) return { kind: 'spatial', op: spatial, ...pair('geometry') };
  const arrays = arrayWords.get(key);
  if (arrays !== undefined) return { kind: 'arrays', op: arrays, ...pair('array') };
  const op = temporalWords.get(key);
  return op === undefined ? null : readTemporal(op, pair('time'), opPath);
}

function readTemporal(op: TemporalOp, pair: { left: Expression; right: Expression }, opPath: string): Filter {
  if (!instantOps.has(op) && (isInstantLiteral(pair.left) || isInstantLiteral(pair.right)))
    fail(`t_${op} compares intervals, not a date or timestamp`, opPath);
  return { kind: 'temporal', op, ...pair };
}

function readCall(reading: Reading, name: string, { args, path, depth }: Operation, opPath: string): Expression {
  const key = name.toLowerCase();
  if (!isIdentifier(name) || reservedWords.has(key)) fail(`'${name}' is not an operator`, opPath);
  if (reading.options.functions?.has(key) === false) fail(`there is no operator or function '${name}'`, opPath);
  return { kind: 'call', name, args: readMany(reading, 'value', args, path, depth - 1) };
}

function readPair(
  reading: Reading,
  role: Role,
  { args, path, depth }: Operation,
): { left: Expression; right: Expression } {
  exactly(2, args, path);
  return {
    left: readAs(reading, role, args[0], `${path}/0`, depth),
    right: readAs(reading, role, args[1], `${path}/1`, depth),
  };
}

function exactly(count: number, args: readonly unknown[], path: string): void {
  if (args.length !== count) fail(`expected ${count} argument${count === 1 ? '' : 's'}, not ${args.length}`, path);
}

type Reader = (reading: Reading, operation: Operation) => Expression;

const readers: Readonly<Record<string, Reader | undefined>> = {
  __proto__: null as never,
  and: (reading, operation) => readJunction(reading, 'and', operation),
  or: (reading, operation) => readJunction(reading, 'or', operation),
  not: (reading, operation) => ({ kind: 'not', arg: only(reading, 'condition', operation) as Filter }),
  isnull: (reading, operation) => ({ kind: 'isNull', value: only(reading, 'operand', operation) }),
  casei: (reading, operation) => ({ kind: 'casei', arg: only(reading, 'text', operation) }),
  accenti: (reading, operation) => ({ kind: 'accenti', arg: only(reading, 'text', operation) }),
  like: (reading, { args, path, depth }) => {
    exactly(2, args, path);
    const value = readAs(reading, 'text', args[0], `${path}/0`, depth);
    return { kind: 'like', value, pattern: readAs(reading, 'pattern', args[1], `${path}/1`, depth) };
  },
  between: readBetween,
  in: readIn,
};

function only(reading: Reading, role: Role, { args, path, depth }: Operation): Expression {
  exactly(1, args, path);
  return readAs(reading, role, args[0], `${path}/0`, depth);
}

/** One argument alone is not in the schema, but clients that build filters send it. */
function readJunction(reading: Reading, kind: 'and' | 'or', { args, path, depth }: Operation): Filter {
  if (args.length === 0) fail('expected at least one condition', path);
  const read = readMany(reading, 'condition', args, path, depth - 1) as Filter[];
  return read.length === 1 ? read[0]! : { kind, args: read };
}

/** Arrives flat, as the schema has it, and nested, as earlier drafts had it. */
function readBetween(reading: Reading, { args, path, depth }: Operation): Filter {
  const isNested = args.length === 2 && Array.isArray(args[1]);
  const [low, high] = isNested ? (args[1] as unknown[]) : args.slice(1);
  const places = isNested ? [`${path}/1/0`, `${path}/1/1`] : [`${path}/1`, `${path}/2`];
  if (isNested) exactly(2, args[1] as unknown[], `${path}/1`);
  else exactly(3, args, path);
  const value = readAs(reading, 'scalar', args[0], `${path}/0`, depth);
  return {
    kind: 'between',
    value,
    low: readAs(reading, 'scalar', low, places[0]!, depth),
    high: readAs(reading, 'scalar', high, places[1]!, depth),
  };
}

function readIn(reading: Reading, { args, path, depth }: Operation): Filter {
  exactly(2, args, path);
  const value = readAs(reading, 'scalar', args[0], `${path}/0`, depth);
  const list = args[1];
  if (!Array.isArray(list)) return fail('expected an array', `${path}/1`);
  return { kind: 'in', value, list: readMany(reading, 'scalar', list, `${path}/1`, depth - 1) };
}
