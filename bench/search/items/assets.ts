const geotiff = 'image/tiff; application=geotiff; profile=cloud-optimized';
const tiff = 'image/tiff; application=geotiff';
const mark = '\u0000';
const zoneMark = '\u0001';

/** Cut at its marks once, so that an item's assets are a few joins. */
function template(assets: unknown): readonly string[] {
  return JSON.stringify(assets).replaceAll('\\u0000', mark).split(mark);
}

const bands: readonly (readonly [name: string, gsd: number])[] = [
  ['B01', 60],
  ['B02', 10],
  ['B03', 10],
  ['B04', 10],
  ['B05', 20],
  ['B06', 20],
  ['B07', 20],
  ['B08', 10],
  ['B8A', 20],
  ['B09', 60],
  ['B11', 20],
  ['B12', 20],
];

const bandAsset = ([name, gsd]: (typeof bands)[number]) => [
  name,
  {
    href: `https://example.com/scenes/${zoneMark}/${mark}/${name}.tif`,
    type: tiff,
    roles: ['data'],
    gsd,
  },
];

const plain = (name: string, type: string, role: string) => [
  name,
  { href: `https://example.com/scenes/${zoneMark}/${mark}/${name}.tif`, type, roles: [role] },
];

const sceneParts = template(
  Object.fromEntries([
    plain('thumbnail', 'image/png', 'thumbnail'),
    plain('overview', tiff, 'overview'),
    plain('info', 'application/json', 'metadata'),
    plain('metadata', 'application/xml', 'metadata'),
    plain('visual', tiff, 'visual'),
    ...bands.map(bandAsset),
    plain('AOT', tiff, 'data'),
    plain('WVP', tiff, 'data'),
    plain('SCL', tiff, 'data'),
  ] as [string, unknown][]),
);
const zones = new Map<number, readonly string[]>();

export function sceneAssets(id: string, zone: number): string {
  let parts = zones.get(zone);
  if (parts === undefined) {
    parts = sceneParts.map((part) => part.replaceAll('\\u0001', String(zone)));
    zones.set(zone, parts);
  }
  return parts.join(id);
}

const aerialParts = template({
  image: {
    href: `https://example.com/aerial/v002/${mark}.tif`,
    type: geotiff,
    roles: ['data'],
    title: 'RGBIR COG tile',
    'eo:bands': ['red', 'green', 'blue', 'nir'].map((name) => ({ name: name.toUpperCase(), common_name: name })),
  },
  metadata: { href: `https://example.com/aerial/v002/${mark}.txt`, type: 'text/plain', roles: ['metadata'] },
  thumbnail: { href: `https://example.com/aerial/v002/${mark}.200.jpg`, type: 'image/jpeg', roles: ['thumbnail'] },
});
export const aerialAssets = (id: string): string => aerialParts.join(id);

const veryHighParts = template({
  visual: { href: `https://example.com/${mark}-visual.tif`, type: geotiff, roles: ['visual'], title: 'Visual image' },
  ms: { href: `https://example.com/${mark}-ms.tif`, type: geotiff, roles: ['data'], title: 'Multispectral image' },
  pan: { href: `https://example.com/${mark}-pan.tif`, type: geotiff, roles: ['data'], title: 'Panchromatic image' },
  mask: { href: `https://example.com/${mark}-mask.gpkg`, type: 'application/geopackage+sqlite3', roles: ['data-mask'] },
});
export const veryHighAssets = (home: string, id: string): string => veryHighParts.join(`${home}/ard/${id}`);

const swathParts = template({
  vv: { href: `https://example.com/radar/${mark}/vv.tif`, type: geotiff, roles: ['data'] },
  vh: { href: `https://example.com/radar/${mark}/vh.tif`, type: geotiff, roles: ['data'] },
  calibration: { href: `https://example.com/radar/${mark}/cal.xml`, type: 'application/xml', roles: ['calibration'] },
});
export const swathAssets = (id: string): string => swathParts.join(id);

const compositeParts = template({
  visual: { href: `https://example.com/composites/${mark}.tif`, type: geotiff, roles: ['visual'] },
});
export const compositeAssets = (id: string): string => compositeParts.join(id);
