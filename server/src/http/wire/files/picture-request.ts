import { Type } from 'typebox';
import type { QueryParameters } from '../../../catalog/languages/search-parameters.ts';
import { refuse } from '../../../catalog/refuse.ts';
import type { PictureFormat } from '../../../imagery/ports.ts';
import type { TileSize } from '../../../imagery/render/empty-picture.ts';
import type { ValueRange } from '../../../imagery/render/look.ts';
import { type TileAddress, deepestZoom } from '../../../imagery/render/tile-grid.ts';
import type { TileLook } from '../../../streaming/draw-tile.ts';
import { refuseUnknown } from '../parts/listing-request.ts';
import { text } from '../parts/schema-parts.ts';
import { single } from '../parts/single-parameter.ts';

export const pictureTypes = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;

const formats: Readonly<Record<string, PictureFormat>> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp' };

/** For the document alone: what comes is read here, with messages that name the member. */
export const lookQuery = Type.Object({
  bands: text('One band, or three for red, green and blue, parted by commas: numbers from 1, names or common names.'),
  rescale: text('`min,max` for all bands, or a pair for each: what is shown as black and as white.'),
  asset: text('Key of the asset that is drawn; the visual one, else the first GeoTIFF, when absent.'),
  size: Type.Optional(Type.Enum(['256', '512'], { description: 'Pixels a side; 256 when absent.' })),
});

export const lookNames = Object.keys(lookQuery.properties);

/** Of a tile or of the description of all tiles; `isDouble` is the suffix `@2x`. */
export function readLook(query: QueryParameters, isDouble = false): TileLook {
  refuseUnknown(query, ...lookNames);
  const asset = single(query, 'asset');
  return {
    bands: readBands(single(query, 'bands')),
    rescale: readRescale(single(query, 'rescale')),
    asset,
    size: readSize(single(query, 'size'), isDouble),
  };
}

function readSize(given: string | null, isDouble: boolean): TileSize {
  if (given !== null && given !== '256' && given !== '512') refuse('size', 'must be 256 or 512');
  if (isDouble && given === '256') refuse('size', 'must be 512 or absent beside @2x');
  return isDouble || given === '512' ? 512 : 256;
}

function readBands(given: string | null): readonly string[] | null {
  if (given === null) return null;
  const bands = given.split(',').map((band) => band.trim().toLowerCase());
  if (bands.length !== 1 && bands.length !== 3) refuse('bands', 'must name one band or three');
  if (bands.some((band) => band === '' || band.length > 64)) refuse('bands', 'must have names of 1 to 64 characters');
  return bands;
}

function readRescale(given: string | null): readonly ValueRange[] | null {
  if (given === null) return null;
  const numbers = given.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  if (!numbers.every((each) => Number.isFinite(each))) refuse('rescale', 'must hold numbers alone');
  if (numbers.length !== 2 && numbers.length !== 6) refuse('rescale', 'must have one pair of numbers or three');
  const ranges = numbers.flatMap((low, at): ValueRange[] => (at % 2 === 0 ? [[low, numbers[at + 1]!]] : []));
  if (ranges.some(([low, high]) => low >= high)) refuse('rescale', 'must have each minimum below its maximum');
  return ranges;
}

/** `{y}.png` or `{y}@2x.png`. */
export type TileName = { readonly tile: TileAddress; readonly isDouble: boolean; readonly format: PictureFormat };

export function readTileName(given: { readonly z: string; readonly x: string; readonly tile: string }): TileName {
  const [, y = '', double, extension] = /^(.*?)(@2x)?(?:\.([^.]*))?$/s.exec(given.tile) ?? [];
  const z = wholeNumber('z', given.z, deepestZoom);
  const last = 2 ** z - 1;
  const tile = { z, x: wholeNumber('x', given.x, last), y: wholeNumber('y', y, last) };
  return { tile, isDouble: double !== undefined, format: readFormat(extension ?? '') };
}

function wholeNumber(member: string, given: string, most: number): number {
  const isNumber = /^(?:0|[1-9]\d{0,8})$/.test(given);
  return isNumber && Number(given) <= most ? Number(given) : refuse(member, `must be a whole number from 0 to ${most}`);
}

export function readFormat(given: string): PictureFormat {
  return Object.hasOwn(formats, given)
    ? formats[given]!
    : refuse('format', `must be one of ${Object.keys(formats).join(', ')}`);
}
