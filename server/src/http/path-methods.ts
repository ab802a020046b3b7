import type { Route } from './route.ts';

type Pattern = { readonly shape: RegExp; readonly isExact: boolean; readonly methods: readonly string[] };

/** Which methods a path answers, so that a wrong one gets 405 with `Allow` and an unknown path 404. */
export function createPathMethods(
  mounted: readonly Pick<Route, 'method' | 'path'>[],
): (path: string) => readonly string[] {
  const byPath = new Map<string, string[]>();
  for (const { path, method } of mounted) byPath.set(path, [...(byPath.get(path) ?? []), method]);
  const patterns: Pattern[] = [...byPath].map(([path, methods]) => ({
    shape: shapeOf(path),
    isExact: !/[:*]/.test(path),
    methods: withImplied(methods),
  }));
  return (path) => {
    const found = patterns.filter(({ shape }) => shape.test(path));
    // A path of its own is not also the id of something.
    const exact = found.filter(({ isExact }) => isExact);
    return [...new Set((exact.length > 0 ? exact : found).flatMap(({ methods }) => methods))];
  };
}

function withImplied(methods: readonly string[]): readonly string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

function shapeOf(path: string): RegExp {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^${escaped
      .replace(/:[A-Za-z]\w*/g, '[^/]+')
      .replaceAll('*', '.+')
      .replace(/\/$/, '')}/?$`,
  );
}
