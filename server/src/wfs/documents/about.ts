/** What every version says of the service. */
export const about = {
  title: 'Imagery archive',
  abstract: 'The footprints of the archive with what is known of each image. To read alone.',
  keywords: ['imagery', 'footprints', 'STAC', 'WFS'],
  provider: 'Swath',
  typeTitle: 'Finished imagery',
  typeAbstract: 'An image of the archive: its footprint, when and by what it was taken, cloud cover from 0 to 1.',
} as const;
