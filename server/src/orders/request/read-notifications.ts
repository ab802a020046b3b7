import { isObject } from '../../catalog/refuse.ts';
import type { NotificationTarget } from '../order.ts';
import { namedMembers } from './order-members.ts';
import { refuseOrder, shortened } from './refuse-order.ts';

const most = 20;
const longestAddress = 2_048;
const names = ['type', 'address', 'url', 'target', 'level'] as const;

export type ReadNotifications = {
  readonly notifications: readonly NotificationTarget[];
  /** Of each: where it stands in the body. */
  readonly notificationsAt: readonly string[];
  readonly warnings: readonly string[];
  readonly unknown: readonly string[];
};

/** A list, or one on its own; `alone` is the member `notification`. What addresses are worth is judged later. */
export function readNotifications(list: unknown, alone: unknown): ReadNotifications {
  if (list !== undefined && alone !== undefined)
    refuseOrder('notifications', 'and notification exclude each other: give one');
  const given = list ?? alone;
  const member = list === undefined ? 'notification' : 'notifications';
  if (given === undefined) return { notifications: [], notificationsAt: [], warnings: [], unknown: [] };
  if (!Array.isArray(given) && !isObject(given))
    return refuseOrder(member, 'must be a list of objects with type and address');
  const all: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (all.length > most) refuseOrder(member, `must have at most ${most} elements`);
  const read = all.map((one, index) => readOne(one, Array.isArray(given) ? `${member}[${index}]` : member));
  const different = [...new Map(read.map((one) => [JSON.stringify(one.target), one])).values()];
  return {
    notifications: different.map(({ target }) => target),
    notificationsAt: different.map(({ at }) => at),
    warnings: read.flatMap(({ warnings }) => warnings),
    unknown: read.flatMap(({ unknown }) => unknown),
  };
}

function readOne(value: unknown, at: string) {
  if (!isObject(value)) return refuseOrder(at, 'must be an object with type and address');
  const { members, unknown } = namedMembers(value, names, `${at}.`);
  const type = typeof members.type === 'string' ? members.type.toLowerCase() : members.type;
  const text = (name: 'address' | 'url') => readText(members[name] ?? members.target, `${at}.${name}`);
  // Other services send while an order runs; here it is told when it ends.
  const isEarly = members.level !== undefined && members.level !== 'FINAL_ONLY';
  const warnings = isEarly ? [`${at}.level: it was ignored; a message is sent when the order ends`] : [];
  if (type === 'email') return { at, target: { type, address: text('address') } as const, unknown, warnings };
  if (type === 'webhook') return { at, target: { type, url: text('url') } as const, unknown, warnings };
  if (type === undefined) return refuseOrder(`${at}.type`, "is missing: give 'email' or 'webhook'");
  const shown = typeof type === 'string' ? ` '${shortened(type, 40)}'` : '';
  return refuseOrder(`${at}.type`, `${shown === '' ? 'must be' : `is${shown}; it must be`} 'email' or 'webhook'`);
}

function readText(value: unknown, at: string): string {
  if (value === undefined || value === '') return refuseOrder(at, 'is missing');
  if (typeof value !== 'string') return refuseOrder(at, 'must be a text');
  return value.length <= longestAddress ? value : refuseOrder(at, `must have at most ${longestAddress} characters`);
}
