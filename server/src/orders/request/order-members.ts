import { plainName } from '../../select/request/member-names.ts';
import type { JsonObject } from '../../catalog/refuse.ts';
import { refuseOrder } from './refuse-order.ts';

export const orderMembers = [
  'select_id',
  'acquisitions',
  'intersects',
  'bbox',
  'output_config',
  'bucket',
  'delivery_bucket',
  'bucket_name',
  'destination',
  'delivery',
  'prefix',
  'notifications',
  'notification',
  'settings',
  'hd',
  'dry_run',
  'metadata',
] as const;

export type NamedMembers<Name extends string> = {
  /** Those that were given, under their own names; null was not given. */
  readonly members: Readonly<Partial<Record<Name, unknown>>>;
  /** As they were written. */
  readonly unknown: readonly string[];
};

/** Members by their names, whatever the case and separators; two spellings of one are refused. */
export function namedMembers<Name extends string>(
  given: JsonObject,
  names: readonly Name[],
  at = '',
): NamedMembers<Name> {
  const byPlainName = new Map(names.map((name) => [plainName(name), name]));
  const members: Partial<Record<Name, unknown>> = {};
  const unknown: string[] = [];
  for (const [written, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const name = byPlainName.get(plainName(written));
    if (name === undefined) unknown.push(at + written);
    else if (members[name] !== undefined)
      refuseOrder(at + written, `is another spelling of ${at}${name}, which is given too`);
    else members[name] = value;
  }
  return { members, unknown };
}
