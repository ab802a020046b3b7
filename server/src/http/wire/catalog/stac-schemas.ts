import { Type } from 'typebox';

/** What the answers of the catalogue are documented as, and held to in tests. Stored documents may hold more. */
const linkSchema = Type.Object({
  rel: Type.String(),
  href: Type.String(),
  type: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  method: Type.Optional(Type.String()),
  body: Type.Optional(Type.Unknown()),
  merge: Type.Optional(Type.Boolean()),
});

const links = Type.Array(linkSchema);
const count = Type.Integer({ minimum: 0 });
const numberMatched = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'How many there are on all pages. Always exact: where an exact count would cost more than the page itself it is left out, and `limit=0` asks for it alone.',
  }),
);

export const conformanceSchema = Type.Object({ conformsTo: Type.Array(Type.String()) });

export const landingSchema = Type.Object({
  type: Type.Literal('Catalog'),
  id: Type.String(),
  stac_version: Type.String(),
  title: Type.String(),
  description: Type.String(),
  conformsTo: Type.Array(Type.String()),
  links,
});

export const catalogSchema = Type.Object({
  type: Type.Literal('Catalog'),
  id: Type.String(),
  stac_version: Type.String(),
  description: Type.String(),
  links: Type.Array(linkSchema),
});

export const collectionSchema = Type.Object({
  type: Type.Literal('Collection'),
  stac_version: Type.String(),
  id: Type.String(),
  description: Type.String(),
  license: Type.String(),
  extent: Type.Object({
    spatial: Type.Object({ bbox: Type.Array(Type.Array(Type.Number())) }),
    temporal: Type.Object({ interval: Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()]))) }),
  }),
  links,
});

/** Of what has members of its own, `fields` may have left any out. */
const anyMembers = Type.Record(Type.String(), Type.Unknown());

const partOfCollection = Type.Partial(Type.Object({ ...collectionSchema.properties, extent: anyMembers }));

const pageMembers = { numberMatched, numberReturned: count, links };

export const collectionsSchema = Type.Object({
  collections: Type.Array(partOfCollection, {
    description: 'Collections; parts of them where `fields` asks for parts.',
  }),
  ...pageMembers,
});
export const childrenSchema = Type.Object({
  children: Type.Array(Type.Union([collectionSchema, catalogSchema])),
  ...pageMembers,
});

const geometry = Type.Union([Type.Object({ type: Type.String() }), Type.Null()]);
const properties = Type.Record(Type.String(), Type.Unknown());

export const itemSchema = Type.Object({
  type: Type.Literal('Feature'),
  stac_version: Type.String(),
  id: Type.String(),
  collection: Type.String(),
  geometry,
  bbox: Type.Optional(Type.Union([Type.Array(Type.Number()), Type.Null()])),
  properties,
  assets: Type.Record(Type.String(), Type.Object({ href: Type.String() })),
  links,
});

const partOfItem = Type.Partial(
  Type.Object({ ...itemSchema.properties, geometry: Type.Union([anyMembers, Type.Null()]), assets: anyMembers }),
);

export const featureCollectionSchema = Type.Object({
  type: Type.Literal('FeatureCollection'),
  features: Type.Array(partOfItem, {
    description: 'Items; parts of them where `fields` asks for parts.',
  }),
  timestamp: Type.String({ format: 'date-time' }),
  ...pageMembers,
});

/** Without `$schema` and `$id`, which those who read the document would take for its own. */
export const jsonSchemaSchema = Type.Object({
  type: Type.Literal('object'),
  title: Type.String(),
  properties: Type.Record(Type.String(), Type.Unknown()),
  additionalProperties: Type.Literal(true),
});
