import type { Expression, IntervalEnd } from '../filter.ts';
import { type Instant, earliest, latest, parseInstant } from '../instant.ts';
import { type Element, elementOf, sortedJson } from './array-relations.ts';
import { type Functions, type Getter, compileScalar } from './compile-scalar.ts';
import { propertyReader } from './item-property.ts';
import { instantOf } from './scalars.ts';
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

export function compileArray(node: Expression, functions: Functions): Getter<readonly Element[] | null> {
  if (node.kind === 'property') {
    const read = propertyReader(node.name);
    return (item) => {
      const raw = read(item);
      return Array.isArray(raw) ? raw.map(elementOf) : null;
    };
  }
  if (node.kind !== 'list') return () => null;
  const getters = node.items.map((one) => compileElement(one, functions));
  return (item) => getters.map((get) => get(item));
}

function compileElement(node: Expression, functions: Functions): Getter<Element> {
  if (node.kind === 'property') {
    const read = propertyReader(node.name);
    return (item) => elementOf(read(item));
  }
  if (node.kind === 'geometry') {
    const element: Element = { json: sortedJson(node.value) };
    return () => element;
  }
  if (node.kind === 'list') {
    const items = compileArray(node, functions);
    return (item) => ({ items: items(item) ?? [] });
  }
  const get = compileScalar(node, functions);
  return (item) => ({ scalar: get(item) });
}
