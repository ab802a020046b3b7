import { Type } from 'typebox';
import { text } from '../parts/schema-parts.ts';
import { searchBody, searchQuery } from './search-schemas.ts';

// For the document alone: the language checks what comes, with messages that name the member.

const ofPages = ['limit', 'token', 'page', 'offset', 'sortby', 'fields'] as const;
const queryFilters = Type.Omit(searchQuery, ofPages).properties;
const bodyFilters = Type.Omit(searchBody, ofPages).properties;
const filtersOfCollection = Type.Omit(searchQuery, [...ofPages, 'collections']).properties;
const bodyOfCollection = Type.Omit(searchBody, [...ofPages, 'collections']).properties;

const details = {
  datetime_frequency_interval: text(
    '`year`, `quarter`, `month` (when absent), `week`, `day`, `hour`, `minute` or `second`.',
  ),
  centroid_geohash_grid_frequency_precision: text('Characters of the geohash, 1 to 12; 1 when absent.'),
  centroid_geotile_grid_frequency_precision: text('Zoom of the tiles, 0 to 29; 0 when absent.'),
  centroid_grid_cell_frequency_precision: text('Steps of the cells, 1 to 24; 12 when absent, which is 5 km.'),
};
const names = 'Names of aggregations, as `/aggregations` lists them.';
const inQuery = { aggregations: Type.String({ description: `${names} Parted by commas.` }), ...details };
const inBody = { aggregations: Type.Array(Type.String(), { description: names }), ...details };

export const aggregateQuery = Type.Object({ ...inQuery, ...queryFilters });
export const aggregateBody = Type.Object({ ...inBody, ...bodyFilters });
export const aggregateCollectionQuery = Type.Object({ ...inQuery, ...filtersOfCollection });
export const aggregateCollectionBody = Type.Object({ ...inBody, ...bodyOfCollection });
