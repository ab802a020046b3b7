import { extname } from 'node:path/posix';

const types: Readonly<Record<string, string>> = {
  '.tif': 'image/tiff; application=geotiff',
  '.tiff': 'image/tiff; application=geotiff',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.json': 'application/json',
  '.geojson': 'application/geo+json',
  '.gpkg': 'application/geopackage+sqlite3',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.pdf': 'application/pdf',
};

/** What the asset says, where that is a media type, else by the file's name. */
export function contentTypeOf(stated: string | null, location: string): string {
  const isMediaType =
    stated !== null && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w.+:/-]+|"[\w .+:/-]*"))*$/.test(stated);
  return isMediaType ? stated : (types[extname(location).toLowerCase()] ?? 'application/octet-stream');
}

/** What a browser would run and not show is only ever saved. */
const shown = /^(?:image\/(?!svg)|application\/(?:geo\+)?json\b|text\/(?:plain|csv)\b|application\/pdf\b)/i;

/** With the name that a copy gets, where addresses end in the key of an asset and tell no type. */
export const contentDisposition = (contentType: string, name: string): string =>
  `${shown.test(contentType) ? 'inline' : 'attachment'}; filename="${name.replaceAll(/[^\w.=~-]/g, '_')}"`;

/** The name of an asset's copy: those of one item lie side by side, and keys such as `data.tif` keep their ending. */
export function assetFileName(owner: string, key: string, location: string): string {
  const ending = extname(location).toLowerCase();
  return `${owner}-${key}${key.toLowerCase().endsWith(ending) ? '' : ending}`;
}
