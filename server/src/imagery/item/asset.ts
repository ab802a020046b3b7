import { bandNames } from '../band-names.ts';
import type { Band, ImageInfo } from '../image.ts';
import { spelledNodata } from '../sample-values.ts';
import { bandStatistics } from './band-statistics.ts';
import type { ImageSample } from './sample-image.ts';

/** What a person can look at as it is, or measurements. */
const isPicture = ({ sampleType, bands }: ImageInfo) =>
  sampleType === 'uint8' && ['red', 'green', 'blue'].every((color, index) => bands[index]?.color === color);

/** What the asset is called where nobody says it. */
export const assetKeyOf = (info: ImageInfo) => (isPicture(info) ? 'visual' : 'data');

/** The file as an asset of an item, with its bands and what is in them. */
export function assetOf(info: ImageInfo, sample: ImageSample, href: string, gsd: number) {
  const profile = info.isCloudOptimized ? '; profile=cloud-optimized' : '';
  return {
    href,
    type: `image/tiff; application=geotiff${profile}`,
    roles: isPicture(info) ? ['visual', 'data'] : ['data'],
    'raster:spatial_resolution': gsd,
    data_type: info.sampleType,
    ...(info.nodata === null ? {} : { nodata: spelledNodata(info.nodata) }),
    bands: sample.bands.map((band, index) => describeBand(info.bands[band]!, band, bandStatistics(sample, index))),
  };
}

function describeBand(band: Band, index: number, statistics: object | null) {
  const { name, common } = bandNames(band, index);
  return {
    name,
    ...(common === undefined ? {} : { 'eo:common_name': common }),
    ...(statistics === null ? {} : { statistics }),
  };
}
