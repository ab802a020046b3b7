import { type JsonObject, refuse } from '../../catalog/refuse.ts';

/** What means nothing here is refused by its name: nobody would notice later that it was ignored. */
export function refuseUnknown(given: JsonObject, names: readonly string[], at = ''): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) refuse(`${at}${unknown.slice(0, 80)}`, 'is not known');
}
