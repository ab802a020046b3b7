import { bboxGeometry } from '../../geometry/box.ts';
import { type Geometry, isGeometry } from '../../geometry/geojson.ts';
import { type Prepared, prepare } from '../../geometry/relations.ts';
import type { Call, Expression } from '../filter.ts';
import { footprintOf } from '../footprint.ts';
import { type GeometryFunction, geometryFunctions } from './geometry-functions.ts';
import { type GeometryMaker, geometryMakers } from './geometry-makers.ts';
import { type FilterableItem, propertyReader } from './item-property.ts';
import type { Scalar } from './scalars.ts';

type Getter<T> = (item: FilterableItem) => T;

/** A literal is prepared once for all items. */
export function compileGeometry(node: Expression): Getter<Prepared | null> {
  if (node.kind === 'property') {
    const read = propertyReader(node.name);
    const isFootprint = read({ geometry: node }) === node;
    return (item) => preparedValue(read(item), isFootprint ? item : null);
  }
  // An argument of a function may stand in parentheses of its own, which read as a list of one.
  if (node.kind === 'list' && node.items.length === 1) return compileGeometry(node.items[0]!);
  const maker = node.kind === 'call' ? geometryMakers.get(node.name.toLowerCase()) : undefined;
  if (node.kind === 'call' && maker !== undefined) return made(node, maker);
  const geometry = node.kind === 'geometry' ? node.value : node.kind === 'bbox' ? bboxGeometry(node.value) : null;
  const prepared = geometry === null ? null : prepare(geometry);
  return () => prepared;
}

function preparedValue(raw: unknown, item: FilterableItem | null): Prepared | null {
  const geometry = Array.isArray(raw) ? bboxGeometry(raw as number[]) : isGeometry(raw) ? raw : null;
  if (geometry === null) return null;
  return prepare(item === null ? geometry : footprintOf(geometry, item.bbox));
}

/** What is made of literals alone is made once. */
function made({ args }: Call, { geometries, make }: GeometryMaker): Getter<Prepared | null> {
  const [of, rest] = [args.slice(0, geometries), args.slice(geometries)];
  const constants = constantsOf(rest);
  if (of.length < geometries || constants === null) return () => null;
  const getters = of.map(compileGeometry);
  const get: Getter<Prepared | null> = (item) => {
    const given = givenBy(getters, item);
    const geometry = given && quietly(() => make(given, constants));
    return geometry && prepare(geometry);
  };
  if (!of.every(({ kind }) => kind === 'geometry' || kind === 'bbox')) return get;
  const once = get({});
  return () => once;
}

/** All of them, or null. */
function givenBy(getters: readonly Getter<Prepared | null>[], item: FilterableItem): readonly Prepared[] | null {
  const given: Prepared[] = [];
  for (const get of getters) {
    const one = get(item);
    if (one === null) return null;
    given.push(one);
  }
  return given;
}

/** Null where it throws: the topology library does so for geometries that are not valid. */
function quietly<T extends Scalar | Geometry>(tell: () => T | null): T | null {
  try {
    return tell();
  } catch {
    return null;
  }
}

/** A call of a function of geometries; null when it is of another. */
export function compileGeometryCall(call: Call): Getter<Scalar> | null {
  const known = geometryFunctions.get(call.name.toLowerCase());
  if (known !== undefined) return told(call, known);
  return geometryMakers.has(call.name.toLowerCase()) ? () => null : null;
}

function told({ args }: Call, { geometries, tell }: GeometryFunction): Getter<Scalar> {
  const constants = constantsOf(args.slice(geometries));
  if (constants === null || args.length < geometries) return () => null;
  const getters = args.slice(0, geometries).map(compileGeometry);
  return (item) => {
    const given = givenBy(getters, item);
    return given && quietly(() => tell(given, constants));
  };
}

/** Null when one is no literal: geometries are made by constants alone. */
function constantsOf(nodes: readonly Expression[]): readonly Scalar[] | null {
  const values = nodes.map((node) => (node.kind === 'literal' ? node.value : null));
  return values.includes(null) ? null : values;
}
