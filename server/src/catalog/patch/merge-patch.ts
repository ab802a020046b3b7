import { type JsonObject, isObject } from '../refuse.ts';

/** RFC 7396: null takes a member away, an object is merged, everything else replaces. */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = isObject(value) ? mergePatch(ownMember(merged, name), value) : value;
  }
  return merged;
}

const ownMember = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
