import { projectFields } from '../catalog/fields.ts';
import type { StoredItem } from '../catalog/ports.ts';
import { withAssetFiles } from '../catalog/shown/asset-addresses.ts';
import { itemPieces } from '../catalog/shown/shown-item.ts';
import { documentOf } from '../catalog/stored-document.ts';
import type { ExportJob } from './ports.ts';

/** Items as a page of the search would show them. */
export function shownBy({
  request: { fields },
  baseUrl,
  areFilesNamed,
}: Pick<ExportJob, 'request' | 'baseUrl' | 'areFilesNamed'>): (item: StoredItem) => Uint8Array {
  const whole = (item: StoredItem) => {
    const bytes = areFilesNamed ? joined(withAssetFiles(item.bytes)) : item.bytes;
    return joined(itemPieces(baseUrl, { ...item, bytes }));
  };
  if (fields === null) return whole;
  return (item) => Buffer.from(JSON.stringify(projectFields(documentOf(whole(item)), fields)));
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
