const labels: Readonly<Record<string, string>> = {
  id: 'Id',
  title: 'Title',
  description: 'Description',
  datetime: 'Taken',
  start_datetime: 'Taken from',
  end_datetime: 'Taken until',
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

export const hasLabel = (name: string): boolean => Object.hasOwn(labels, name);

/** What people call a property; its own name where nothing better is known. */
export const labelOf = (name: string): string => (hasLabel(name) ? labels[name]! : name);
