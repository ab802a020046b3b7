/** Members that STAC and its extensions say are whole numbers, themselves or in lists. */
const integers = new Set([
  'proj:epsg',
  'proj:shape',
  'file:size',
  'sat:absolute_orbit',
  'sat:relative_orbit',
  'mgrs:utm_zone',
  'pc:count',
  'label:count',
  'bits_per_sample',
  'raster:bits_per_sample',
  'numberMatched',
  'table:row_count',
]);

export const isIntegerName = (name: string): boolean => integers.has(name);
