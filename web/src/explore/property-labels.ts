const labels: Readonly<Record<string, string>> = {
  id: 'Id',
  title: 'Title',
  description: 'Description',
  datetime: 'Taken',
  created: 'Created',
  updated: 'Updated',
  gsd: 'Resolution, m',
  platform: 'Platform',
  constellation: 'Constellation',
  instruments: 'Instruments',
  license: 'License',
  catalog_id: 'Catalog id',
  'eo:cloud_cover': 'Cloud cover, %',
  'view:off_nadir': 'Off-nadir angle, °',
  'view:azimuth': 'View azimuth, °',
  'view:sun_azimuth': 'Sun azimuth, °',
  'view:sun_elevation': 'Sun elevation, °',
};

/** What people call a property; its own name where nothing better is known. */
export const labelOf = (name: string): string => (Object.hasOwn(labels, name) ? labels[name]! : name);
