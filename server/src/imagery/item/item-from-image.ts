import { enclosingBbox } from '../../geometry/enclosing-bbox.ts';
import { type Geometry, eachPosition } from '../../geometry/geojson.ts';
import { PlatformError } from '../../shared/errors.ts';
import { worldOf } from '../georeference.ts';
import type { ImageInfo } from '../image.ts';
import { degrees, nameOf } from '../known-systems.ts';
import type { OpenImage, Projections } from '../ports.ts';
import { assetKeyOf, assetOf } from './asset.ts';
import { footprintOf } from './footprint.ts';
import { groundSizeMetres } from './ground-size.ts';
import { sampleImage } from './sample-image.ts';

export type ItemRequest = {
  readonly id: string;
  /** RFC 3339; a file does not say it in any way that can be relied on. */
  readonly datetime: string;
  /** What the asset points to; the location that was opened when absent. */
  readonly href?: string;
  readonly assetKey?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
};

const extensions = [
  // The one version that has both proj:code and proj:epsg: GDAL before 3.10 and older clients know the latter alone.
  'https://stac-extensions.github.io/projection/v1.2.0/schema.json',
  'https://stac-extensions.github.io/raster/v2.0.0/schema.json',
  'https://stac-extensions.github.io/eo/v2.0.0/schema.json',
];

/** The STAC item of a file: where it holds data, how fine, in which bands. Its collection is the catalogue's to say. */
export async function itemFromImage(image: OpenImage, projections: Projections, request: ItemRequest) {
  const { info } = image;
  const { crs, pixelToWorld } = info;
  if (pixelToWorld === null) throw refuse('has no georeference: control points, RPCs and world files are not read');
  if (crs === null) throw refuse('has no coordinate reference system, or none that is known here');
  const toDegrees = projections.between(crs, degrees);
  const sample = await sampleImage(image);
  const geometry = footprintOf(sample, pixelToWorld, toDegrees);
  if (geometry === null) throw refuse('holds no data');
  if (!liesOnEarth(geometry)) throw refuse(`does not lie on the Earth in ${nameOf(crs)}`);
  const gsd = groundSizeMetres(info, pixelToWorld, toDegrees);
  const shape = {
    'proj:code': 'epsg' in crs ? nameOf(crs) : null,
    'proj:epsg': 'epsg' in crs ? crs.epsg : null,
    'proj:shape': [info.height, info.width],
    'proj:transform': [...pixelToWorld],
    'proj:bbox': worldBox(info),
  };
  return {
    type: 'Feature',
    stac_version: '1.1.0',
    stac_extensions: extensions,
    id: request.id,
    geometry,
    bbox: enclosingBbox(geometry)!,
    properties: { datetime: request.datetime, gsd, ...shape, ...request.properties },
    links: [],
    assets: { [request.assetKey ?? assetKeyOf(info)]: assetOf(info, sample, request.href ?? info.location, gsd) },
  };
}

const refuse = (what: string) => new PlatformError('invalid_parameters', `the image ${what}`);

function liesOnEarth(geometry: Geometry): boolean {
  let isSound = true;
  eachPosition(geometry, ([longitude, latitude]) => {
    isSound &&= Math.abs(longitude!) <= 180 && Math.abs(latitude!) <= 90;
  });
  return isSound;
}

function worldBox({ width, height, pixelToWorld }: ImageInfo): readonly number[] {
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([c, r]) => worldOf(pixelToWorld!, c!, r!));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
