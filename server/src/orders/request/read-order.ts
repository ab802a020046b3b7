import { readDestination } from '../../buckets/read-destination.ts';
import { type JsonObject, isObject } from '../../catalog/refuse.ts';
import { plainName } from '../../select/request/member-names.ts';
import { readArea } from '../../select/request/read-area.ts';
import { orderMembers, namedMembers } from './order-members.ts';
import type { OrderRequest } from './order-request.ts';
import { readAcquisitions } from './read-acquisitions.ts';
import { readNotifications } from './read-notifications.ts';
import { readSettings, readSwitch, settingNames } from './read-settings.ts';
import { refuseOrder, shortened } from './refuse-order.ts';
import { recordOf } from './without-credentials.ts';

export type { AskedAcquisition, OrderRequest } from './order-request.ts';

/** As JSON text. */
const mostMetadataBytes = 65_536;
const mostWarnings = 20;

/** Reads what is ordered; a member that is null was not given. */
export function readOrderRequest(body: JsonObject): OrderRequest {
  const { members, unknown } = namedMembers(body, orderMembers);
  const selectId = readSelectId(members.select_id);
  const named = readAcquisitions(members.acquisitions);
  requireOneSource(selectId !== null, named.acquisitions !== null);
  const { intersects, bbox } = members;
  const hasArea = intersects !== undefined || bbox !== undefined;
  if (hasArea && selectId !== null)
    refuseOrder(intersects === undefined ? 'bbox' : 'intersects', 'goes with acquisitions: a select has its own area');
  const destination = readDestination(members);
  const told = readNotifications(members.notifications, members.notification);
  const wanted = readSettings(members.settings, members.hd);
  if (wanted.settings.isClipped && selectId === null && !hasArea)
    refuseOrder('settings.clip_to_aoi', "needs an area: 'intersects' or 'bbox'");
  const inside = [...named.unknown, ...destination.unknownMembers, ...unknownDelivery(members.delivery)];
  const ignored = [...unknown, ...inside, ...told.unknown, ...wanted.unknown].slice(0, mostWarnings);
  return {
    selectId,
    acquisitions: named.acquisitions,
    aoi: hasArea ? readArea({ intersects, bbox }) : null,
    destination,
    notifications: told.notifications,
    notificationsAt: told.notificationsAt,
    settings: wanted.settings,
    isDryRun: readSwitch(members.dry_run, 'dry_run') ?? false,
    metadata: readMetadata(members.metadata),
    warnings: [...ignored.map(ignoredText), ...told.warnings, ...wanted.warnings],
    asSent: recordOf(members),
    body,
  };
}

function readSelectId(value: unknown): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value === 'number')
    return refuseOrder('select_id', 'must be a text: as a number it loses its last digits');
  return typeof value === 'string' ? value : refuseOrder('select_id', 'must be a text');
}

function requireOneSource(hasSelect: boolean, hasAcquisitions: boolean): void {
  if (hasSelect && hasAcquisitions) refuseOrder('select_id', 'and acquisitions exclude each other: give one');
  if (!hasSelect && !hasAcquisitions) refuseOrder('select_id', 'is missing: give it, or acquisitions');
}

function unknownDelivery(delivery: unknown): readonly string[] {
  if (delivery === undefined) return [];
  if (!isObject(delivery)) return refuseOrder('delivery', 'must be an object with bucket and prefix');
  return namedMembers(delivery, ['bucket', 'prefix'], 'delivery.').unknown;
}

function readMetadata(value: unknown): unknown {
  if (value === undefined) return null;
  const byteLength = Buffer.byteLength(JSON.stringify(value));
  return byteLength <= mostMetadataBytes
    ? value
    : refuseOrder('metadata', `must have at most ${mostMetadataBytes} bytes`);
}

/** Nothing that was sent is dropped in silence. */
function ignoredText(name: string): string {
  const meant = settingNames.find((each) => plainName(each) === plainName(name));
  const hint = meant === undefined ? '' : `; 'settings.${meant}' is`;
  return `${shortened(name, 80)}: it is no member of an order and was ignored${hint}`;
}
