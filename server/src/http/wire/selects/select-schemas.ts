import { type TSchema, Type } from 'typebox';
import { fileFormats } from '../../../select/files/formats.ts';
import { defaultStackDepth, mostStackDepth } from '../../../select/read-select.ts';
import { ageClasses } from '../../../usage/usage.ts';
import { nullIsAbsent } from '../parts/null-is-absent.ts';
import { orNull, text } from '../parts/schema-parts.ts';
import { limitMembers, spentMembers } from '../operating/usage-schemas.ts';

// Of requests for the document alone: what comes is read with messages that name member and rule.

const number = Type.Number();
const count = Type.Integer({ minimum: 0 });

const about = {
  intersects: 'The area of interest: GeoJSON (geometry, Feature or FeatureCollection) or well-known text.',
  bbox: 'West, south, east, north; west beyond east crosses the antimeridian. Beside `intersects` the area is what both share.',
  ids: 'Acquisitions; without an area all that they show is taken.',
  datetime: 'A moment, a date, a month or a year, or two of them with a slash between, of which one may be `..`.',
  query: 'Conditions on tiles by field and operator; what cannot match matches nothing and is told in `warnings`.',
  stack_depth: `Tiles for each cell, ${defaultStackDepth} when absent.`,
  image_age_category: 'Fresh is up to 90 days old, standard up to 3 years, training older.',
  collections: 'Looks in these alone.',
  best_cover: 'Also finds the fewest acquisitions that show this percentage of the area.',
  name: 'For lists; at most 200 characters.',
  metadata: 'Whatever the caller wants to find again.',
} as const;

/** A list of one may be left without its brackets. */
const oneOrMore = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([Type.Array(schema), schema], { description });

export const selectBody = nullIsAbsent(
  Type.Object(
    {
      intersects: Type.Optional(
        Type.Union([Type.Object({ type: Type.String() }), Type.String()], { description: about.intersects }),
      ),
      bbox: Type.Optional(Type.Array(number, { minItems: 4, maxItems: 6, description: about.bbox })),
      ids: Type.Optional(oneOrMore(Type.String(), about.ids)),
      datetime: text(about.datetime),
      // Never refused, whatever it is.
      query: Type.Optional(Type.Unknown({ description: about.query })),
      stack_depth: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: mostStackDepth,
          default: defaultStackDepth,
          description: about.stack_depth,
        }),
      ),
      image_age_category: Type.Optional(oneOrMore(Type.Enum([...ageClasses]), about.image_age_category)),
      collections: Type.Optional(oneOrMore(Type.String(), about.collections)),
      best_cover: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100, description: about.best_cover })),
      name: text(about.name),
      metadata: Type.Optional(Type.Unknown({ description: about.metadata })),
    },
    {
      examples: [
        {
          bbox: [9.7, 50.93, 9.78, 50.98],
          datetime: '2024/..',
          query: { 'aoi:cloud_free_percentage': { gte: 95 }, 'view:off_nadir': { lt: 25 } },
          stack_depth: 3,
        },
        { intersects: 'POLYGON((9.7 50.93,9.78 50.93,9.78 50.98,9.7 50.93))', best_cover: 95 },
        { ids: ['103001005D31F500'] },
      ],
    },
  ),
);

/** Names are understood in any case and with any separators. */
export const selectQuery = Type.Object({
  id: text('The select to look up, also as `select_id` or `selectId`; without it the other parameters make one.'),
  select_id: text('The same as `id`.'),
  intersects: text(about.intersects),
  bbox: text(about.bbox),
  ids: text(`${about.ids} Parted by commas.`),
  datetime: text(about.datetime),
  query: text(`${about.query} As JSON.`),
  stack_depth: text(about.stack_depth),
  image_age_category: text(`${about.image_age_category} Parted by commas.`),
  collections: text(`${about.collections} Parted by commas.`),
  best_cover: text(about.best_cover),
  name: text(about.name),
  metadata: text(about.metadata),
});

export const byId = Type.Object({ select_id: Type.String({ description: '19 digits.' }) });

const usageSchema = Type.Object({ ...spentMembers, ...limitMembers, usage_as_of: Type.String() });

const links = Type.Object(
  {
    ...Object.fromEntries(
      Object.entries(fileFormats).map(([name, { title }]) => [name, Type.String({ description: title })]),
    ),
    self: Type.String({ description: 'This record.' }),
  },
  { description: 'Files of the select, each of which answers a `download_link`, and the record itself.' },
);

/** What lists and records share. */
export const listedSchema = Type.Object({
  id: Type.String({ description: '19 digits.' }),
  select_id: Type.String({ description: 'The same as `id`.' }),
  status: Type.Enum(['RUNNING', 'SUCCEEDED', 'FAILED']),
  name: Type.Optional(Type.String()),
  stack_depth_summary: orNull(
    Type.Object({
      requested: count,
      cells: count,
      cells_with_tiles: count,
      fulfilled: count,
      tiles: count,
      candidate_tiles: count,
    }),
  ),
  unique_acquisitions: orNull(count),
  aoi_area_sqkm: orNull(number),
  usage: orNull(usageSchema),
  links,
  error_message: orNull(Type.Object({ Error: Type.String(), Cause: Type.String() })),
  created: Type.String(),
  expires: Type.String(),
});

const acquisitions = Type.Array(Type.String());

export const selectSchema = Type.Intersect([
  listedSchema,
  Type.Object({
    intersects: Type.Unknown({ description: 'As it was sent, else null.' }),
    bbox: Type.Unknown({ description: 'As it was sent, else null.' }),
    query: Type.Unknown({ description: 'As it was sent.' }),
    metadata: Type.Optional(Type.Unknown()),
    results: Type.Array(Type.String(), { description: 'Acquisitions of the chosen tiles, newest first.' }),
    acquisitions: Type.Array(Type.String(), { description: 'The same as `results`.' }),
    warnings: Type.Array(Type.String(), { description: 'What was not understood, and what made it find nothing.' }),
    request_details: Type.Object({ query: Type.Record(Type.String(), Type.Unknown()), stack_depth: count }),
    cover: Type.Optional(
      orNull(
        Type.Object({
          percent: Type.Number({ description: 'Of the area of interest.' }),
          acquisitions,
          is_fewest: Type.Boolean({ description: 'Whether it is proven that fewer would not do.' }),
          gaps: Type.Unknown({ description: 'What they leave open, as GeoJSON; null for nothing.' }),
        }),
      ),
    ),
    response_timestamp: Type.String(),
  }),
]);
