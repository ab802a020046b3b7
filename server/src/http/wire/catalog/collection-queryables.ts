const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };

/** What filters over collections can name, as JSON Schema; any other member of a collection may be named too. */
export const collectionQueryables = ($id: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id,
  type: 'object',
  title: 'Queryables of collections',
  properties: {
    id: text,
    title: text,
    description: text,
    license: text,
    keywords: { type: 'array', items: text },
    stac_version: text,
    start_datetime: moment,
    end_datetime: moment,
    geometry: { $ref: 'https://geojson.org/schema/Geometry.json', format: 'geometry-any' },
  },
  additionalProperties: true,
});
