import { invalidParameter } from '../exception.ts';
import { typeName } from '../feature-ids.ts';
import type { FeatureType } from '../feature-type.ts';
import type { Ask } from './parameters.ts';
import { listOf } from './parameters.ts';

/** Refuses names that are not those of the one feature type: with a known prefix, one that is bound to it, or none. */
export function requireTypes(text: string, type: FeatureType, { namespaceOf }: Pick<Ask, 'namespaceOf'>): void {
  for (const name of listOf(text))
    if (!isOurs(name, type, namespaceOf))
      throw invalidParameter('typeName', `there is no feature type '${name}': ${type.prefix}:${typeName} is the one`);
}

function isOurs(name: string, { namespace, prefixes }: FeatureType, namespaceOf: Ask['namespaceOf']): boolean {
  const [, prefix, local] = /^(?:([^:]*):)?([^:]+)$/.exec(name) ?? [];
  if (local !== typeName) return false;
  const bound = namespaceOf(prefix ?? '');
  if (prefix === undefined) return true;
  if (bound !== null) return bound === namespace;
  return prefixes.has(prefix.toLowerCase());
}
