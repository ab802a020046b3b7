import { projectFields } from '../catalog/fields.ts';
import type { StoredItem } from '../catalog/ports.ts';
import { withAssetAddresses, withAssetFiles } from '../catalog/shown/asset-addresses.ts';
import { assetsHome, itemLinks } from '../catalog/shown/shown-item.ts';
import { documentOf, hasLinks, linksOffset } from '../catalog/stored-document.ts';
import type { ExportJob } from './ports.ts';

type Showing = Pick<ExportJob, 'baseUrl' | 'areFilesNamed'>;
type Room = { bytes: Buffer; used: number };

const firstRoom = 1_048_576;

/** Items as a page of the search would show them, good until the next ones are shown: they lie where those will. */
export function shownBy({
  request: { fields },
  ...showing
}: Showing & Pick<ExportJob, 'request'>): (items: readonly StoredItem[]) => readonly Uint8Array[] {
  const room: Room = { bytes: Buffer.allocUnsafeSlow(firstRoom), used: 0 };
  return (items) => {
    room.used = 0;
    const shown = items.map((item) => show(room, item, showing));
    return fields === null
      ? shown
      : shown.map((bytes) => Buffer.from(JSON.stringify(projectFields(documentOf(bytes), fields))));
  };
}

function show(room: Room, item: StoredItem, { baseUrl, areFilesNamed }: Showing): Buffer {
  const { collection, id, bytes } = item;
  const stored = bytes.subarray(0, linksOffset(item));
  const head = areFilesNamed
    ? withAssetFiles(stored)
    : withAssetAddresses(stored, () => assetsHome(baseUrl, collection, id));
  const links = itemLinks(baseUrl, item);
  // No character of a text takes more than three bytes.
  needRoom(room, head.reduce((sum, piece) => sum + piece.length, 0) + 3 * links.length + 3);
  const start = room.used;
  for (const piece of head) {
    room.bytes.set(piece, room.used);
    room.used += piece.length;
  }
  room.used += room.bytes.write(hasLinks(item) ? `,${links}]}` : `${links}]}`, room.used);
  return room.bytes.subarray(start, room.used);
}

/** What was shown before stays where it is, for as long as somebody looks at it. */
function needRoom(room: Room, bytes: number): void {
  if (room.used + bytes <= room.bytes.length) return;
  room.bytes = Buffer.allocUnsafeSlow(Math.max(2 * room.bytes.length, bytes));
  room.used = 0;
}
