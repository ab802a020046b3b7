import { bandNames } from '../band-names.ts';
import type { Band, ImageInfo } from '../image.ts';
import { spelledNodata } from '../sample-values.ts';
import { type BandStatistics, bandStatistics } from './band-statistics.ts';
import type { ImageSample } from './sample-image.ts';

/** What a person can look at as it is, or measurements. */
const isPicture = ({ sampleType, bands }: ImageInfo) =>
  sampleType === 'uint8' && ['red', 'green', 'blue'].every((color, index) => bands[index]?.color === color);

/** What the asset is called where nobody says it. */
export const assetKeyOf = (info: ImageInfo) => (isPicture(info) ? 'visual' : 'data');

/** The file as an asset of an item, with its bands and what is in them. */
export function assetOf(info: ImageInfo, sample: ImageSample, href: string, gsd: number) {
  const profile = info.isCloudOptimized ? '; profile=cloud-optimized' : '';
  const statistics = sample.bands.map((_, index) => bandStatistics(sample, index));
  return {
    href,
    type: `image/tiff; application=geotiff${profile}`,
    roles: isPicture(info) ? ['visual', 'data'] : ['data'],
    'raster:spatial_resolution': gsd,
    data_type: info.sampleType,
    ...(info.nodata === null ? {} : { nodata: spelledNodata(info.nodata) }),
    ...(info.sampleType === 'uint8' ? {} : rangeOfAll(statistics)),
    bands: sample.bands.map((band, index) => describeBand(info.bands[band]!, band, statistics[index]!)),
  };
}

/** Maps that show all bands alike (OpenLayers with STAC) ask the asset, and without this show 16 bits as black. */
function rangeOfAll(statistics: readonly (BandStatistics | null)[]) {
  const known = statistics.filter((each) => each !== null);
  if (known.length < 2) return {};
  const minimum = Math.min(...known.map((each) => each.minimum));
  const maximum = Math.max(...known.map((each) => each.maximum));
  return { statistics: { minimum, maximum } };
}

function describeBand(band: Band, index: number, statistics: BandStatistics | null) {
  const { name, common } = bandNames(band, index);
  return {
    name,
    ...(common === undefined ? {} : { 'eo:common_name': common }),
    ...(statistics === null ? {} : { statistics }),
  };
}
