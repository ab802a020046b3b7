import type { Route } from './route.ts';

type Mounted = Pick<Route, 'method' | 'path'>;

/** Which methods a path answers, so that a wrong one gets 405 with `Allow` and an unknown path 404. */
export function createPathMethods<R extends Mounted>(mounted: readonly R[]) {
  const byPath = new Map<string, R[]>();
  for (const route of mounted) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  const patterns = [...byPath].map(([path, routes]) => ({
    shape: shapeOf(path),
    isExact: !/[:*]/.test(path),
    routes,
  }));
  /** Of those that are meant; none where nobody serves the path. */
  return (path: string, isMeant: (route: R) => boolean = () => true): readonly string[] => {
    const found = patterns.filter(({ shape }) => shape.test(path));
    if (found.length === 0) return [];
    // A path of its own is not also the id of something.
    const exact = found.filter(({ isExact }) => isExact);
    const routes = (exact.length > 0 ? exact : found).flatMap((pattern) => pattern.routes.filter(isMeant));
    return withImplied([...new Set(routes.map(({ method }) => method as string))]);
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
