/** What JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonMembers = { [name: string]: Json };

/** Sets a member, whatever its name is; gives back the object. */
export function setMember(of: JsonMembers, name: string, value: Json): JsonMembers {
  if (name === '__proto__')
    Object.defineProperty(of, name, { value, enumerable: true, configurable: true, writable: true });
  else of[name] = value;
  return of;
}

export const isMembers = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts what columns could not take back over what they gave; gives the result. */
export function mergeOver(value: Json | undefined, rest: Json): Json {
  if (!isMembers(value) || !isMembers(rest)) return rest;
  // Copied, since one geometry may be that of many rows.
  const merged: JsonMembers = { ...value };
  for (const name of Object.keys(rest))
    setMember(merged, name, mergeOver(Object.hasOwn(merged, name) ? merged[name] : undefined, rest[name]!));
  return merged;
}

/** Undefined for what is no JSON. */
export function parsed(json: string | undefined): Json | undefined {
  try {
    return json === undefined ? undefined : (JSON.parse(json) as Json);
  } catch {
    return undefined;
  }
}
