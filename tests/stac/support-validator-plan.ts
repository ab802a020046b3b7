import type { ClientService } from './support-client-archive.ts';
import { triangle } from './support-client-searches.ts';
import { schemaFolder } from './support-stac-files.ts';

const validatorClasses = [
  'core',
  'browseable',
  'children',
  'collections',
  'features',
  'item-search',
  'filter',
  'features#filter',
  'item-search#sort',
  'item-search#fields',
  'item-search#query',
  'transaction',
];

/** Copies of the published schemas, by the address that each folder of them has. */
const schemaCopies: Readonly<Record<string, string>> = Object.fromEntries([
  ['https://geojson.org/schema/', `${schemaFolder}/geojson/`],
  ...['v1.0.0', 'v1.1.0'].flatMap((version) =>
    ['item', 'collection', 'catalog'].map((part) => [
      `https://schemas.stacspec.org/${version}/${part}-spec/json-schema/`,
      `${schemaFolder}/${version}/`,
    ]),
  ),
]);

export const validatorPlan = (swath: ClientService) => ({
  root_url: `${swath.service.config.baseUrl}/`,
  // The validator takes 204 alone for an answer to PUT and PATCH.
  headers: { 'vendor-api-key': swath.key, prefer: 'return=minimal' },
  classes: validatorClasses,
  collection: 'alpha',
  transaction_collection: 'scratch',
  geometry: triangle,
  fields_nested_property: 'properties.eo:cloud_cover',
  schemas: schemaCopies,
  query: {
    query_comparison_field: 'eo:cloud_cover',
    query_eq_value: 25,
    query_neq_value: 25,
    query_lt_value: 45,
    query_lte_value: 45,
    query_gt_value: 45,
    query_gte_value: 45,
    query_substring_field: 'platform',
    query_starts_with_value: 'sat',
    query_ends_with_value: '-1',
    query_contains_value: 't-2',
    query_in_field: 'grade',
    query_in_values: 'A,B',
  },
});

export type ValidatorReport = {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly schemas_read: readonly string[];
  readonly schemas_missing: readonly string[];
};

/** Advice on the test's own data, and members that stay in every answer so that it can be read. */
export const isKnownWarning = (warning: string): boolean =>
  /stac-check recommendations/.test(warning) || /response contained extra fields/.test(warning);
