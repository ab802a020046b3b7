import type { ApiDocument, ApiOperation } from '@swath/client';

export type Listed = { readonly method: string; readonly path: string; readonly operation: ApiOperation };
export type Section = { readonly tag: string; readonly operations: readonly Listed[] };

/** The operations whose path or text holds what was typed, by their tags. */
export function sectionsOf({ paths }: ApiDocument, typed: string): readonly Section[] {
  const wanted = typed.trim().toLowerCase();
  const sections = new Map<string, Listed[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (!textOf(method, path, operation).includes(wanted)) continue;
      const tag = operation.tags?.[0] ?? 'Others';
      sections.set(tag, [...(sections.get(tag) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  return [...sections].map(([tag, operations]) => ({ tag, operations }));
}

const textOf = (method: string, path: string, { summary = '', description = '' }: ApiOperation): string =>
  `${method} ${path} ${summary} ${description}`.toLowerCase();
