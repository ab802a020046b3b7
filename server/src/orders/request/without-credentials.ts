import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { plainName } from '../../select/request/member-names.ts';

/** Whatever a name like this holds is taken for a secret, in any form of request that there is. */
const secretName =
  /accesskey|secret|password|passwd|token|credential|rolearn|sasurl|apikey|privatekey|connectionstring|signature/;

/** The same value without what gives access to something, at every depth. */
function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !secretName.test(plainName(name)));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutCredentials(each)]));
}

/** Members for the record; what the customer keeps for himself in `metadata` stays as it is. */
export const recordOf = (members: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, name === 'metadata' ? value : withoutCredentials(value)]),
  );
