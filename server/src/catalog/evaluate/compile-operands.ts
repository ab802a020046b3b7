import { bboxGeometry } from '../../geometry/box.ts';
import type { Expression, IntervalEnd } from '../filter.ts';
import { type Instant, earliest, latest, parseInstant } from '../instant.ts';
import { type Element, elementOf, sortedJson } from './array-relations.ts';
import { type Functions, type Getter, compileScalar } from './compile-scalar.ts';
import { propertyReader } from './item-property.ts';
import { type Scalar, instantOf } from './scalars.ts';
import type { Span } from './time-relations.ts';

/** Null when an end is unknown; an instant is a span of its own. */
export function compileSpan(node: Expression, functions: Functions): Getter<Span | null> {
  if (node.kind !== 'interval') {
    const get = compileScalar(node, functions);
    return (item) => spanOf(instantOf(get(item)));
  }
  const start = compileEnd(node.start, earliest, functions);
  const end = compileEnd(node.end, latest, functions);
  return (item) => {
    const from = start(item);
    const to = end(item);
    return from === null || to === null ? null : { start: from, end: to };
  };
}

const spanOf = (instant: Instant | null): Span | null => (instant === null ? null : { start: instant, end: instant });

function compileEnd(end: IntervalEnd, open: Instant, functions: Functions): Getter<Instant | null> {
  if (end.kind === 'open') return () => open;
  if (end.kind === 'date' || end.kind === 'timestamp') {
    const instant = parseInstant(end.value);
    return () => instant;
  }
  const get = compileScalar(end, functions);
  return (item) => instantOf(get(item));
}

/** Reads a scalar, or what a condition says. */
export type CompileValue = (node: Expression, functions: Functions) => Getter<Scalar>;

/** As in IN, what is missing leaves the whole list unknown. */
export function compileArray(
  node: Expression,
  functions: Functions,
  compileValue: CompileValue,
): Getter<readonly Element[] | null> {
  if (node.kind === 'property') {
    const read = propertyReader(node.name);
    return (item) => {
      const raw = read(item);
      return Array.isArray(raw) ? raw.map(elementOf) : null;
    };
  }
  if (node.kind !== 'list') return () => null;
  const getters = node.items.map((one) => compileElement(one, functions, compileValue));
  return (item) => {
    const elements: Element[] = [];
    for (const get of getters) {
      const one = get(item);
      if (one === null) return null;
      elements.push(one);
    }
    return elements;
  };
}

function compileElement(node: Expression, functions: Functions, compileValue: CompileValue): Getter<Element | null> {
  switch (node.kind) {
    case 'property': {
      const read = propertyReader(node.name);
      return (item) => known(read(item) ?? null, elementOf);
    }
    case 'geometry':
    case 'bbox': {
      const geometry = node.kind === 'bbox' ? bboxGeometry(node.value) : node.value;
      return () => known(geometry, (value) => ({ json: sortedJson(value) }));
    }
    case 'list': {
      const items = compileArray(node, functions, compileValue);
      return (item) => known(items(item), (inner) => ({ items: inner }));
    }
    case 'interval': {
      const span = compileSpan(node, functions);
      return (item) => known(span(item), (value) => ({ json: sortedJson(value) }));
    }
    default: {
      const get = compileValue(node, functions);
      return (item) => known(get(item), (scalar) => ({ scalar }));
    }
  }
}

const known = <T>(value: T | null, toElement: (value: T) => Element): Element | null =>
  value === null ? null : toElement(value);
