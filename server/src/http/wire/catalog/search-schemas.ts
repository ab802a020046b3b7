import { type TSchema, Type } from 'typebox';
import { defaultCollections, mostCollections } from '../../../catalog/list-collections.ts';
import { defaultLimit, mostItems } from '../../../catalog/search-request.ts';
import { exportFormatNames } from '../../../exports/formats.ts';
import { text } from '../parts/schema-parts.ts';

// For the document alone: the languages check what comes, with messages that name member and position.

const limitRule = (fallback: number, most: number) =>
  `Page size, ${fallback} when absent; more than ${most} means ${most}, and 0 asks for the count alone.`;
const boxRule = '4 or 6 numbers: west, south, east, north. West beyond east crosses the antimeridian.';
const token = text('A page, as the next and prev links name it.');
const page = text('A page by its number, for clients that count; links name tokens instead.');
const offset = text('How many to pass over, for clients that count; not beside `page` or `token`.');
const f = text(
  `\`geojson\` for a page; ${exportFormatNames.map((name) => `\`${name}\``).join(', ')} for everything that matches (or as many as \`limit\` says) as a file. It goes before \`Accept\`.`,
);

/** Of collections and items alike. */
export const freeText =
  'Free text, in title, description and keywords: terms parted by commas (in JSON also a list), of which one must be there. A term is a word, or words side by side. `AND`, `OR`, `NOT`, parentheses, `"a quotation"`, `+must` and `-not` are understood; case and accents do not matter.';

const shared = {
  datetime: text('An RFC 3339 date-time, or an interval of two, of which one may be `..`. Both ends belong to it.'),
  'filter-lang': Type.Optional(Type.Enum(['cql2-text', 'cql2-json'])),
  'filter-crs': text('`http://www.opengis.net/def/crs/OGC/1.3/CRS84` alone.'),
  token,
};

/** Of searches by their address. An empty parameter was not given: they are texts, whatever they are read as. */
const searched = {
  bbox: text(boxRule),
  intersects: text('A GeoJSON geometry; not beside `bbox`.'),
  ids: text('Item ids, parted by commas.'),
  filter: text('CQL2, as text or JSON.'),
  query: text('The query extension, as JSON.'),
  q: text(freeText),
  sortby: text('Fields parted by commas, `-` before those that descend.'),
  fields: text('Members parted by commas, `-` before those that are left out.'),
  limit: text(limitRule(defaultLimit, mostItems)),
  page,
  offset,
  f,
  ...shared,
};

/** Told as OGC API Features defines it, whose validators read it; it comes as text like the others. */
const defined = (schema: TSchema) => Type.Optional(Type.Unsafe<string>(schema));
const pageSize = { minimum: 1, maximum: mostItems, default: defaultLimit };
const partedByCommas = { style: 'form', explode: false };

/** Of `GET /collections/{id}/items`; any other parameter is refused. */
export const itemsQuery = Type.Object(
  {
    ...searched,
    bbox: defined(Type.Array(Type.Number(), { minItems: 4, maxItems: 6, description: boxRule })),
    limit: defined(Type.Integer({ ...pageSize, description: limitRule(defaultLimit, mostItems) })),
  },
  partedByCommas,
);

/** Of `GET /search`; other parameters are ignored. */
export const searchQuery = Type.Object({ collections: text('Collection ids, parted by commas.'), ...searched });

/** Of `POST /search`, beside its body. */
export const searchPostQuery = Type.Object({ f });

/** Of `POST /search`; other members are ignored. */
export const searchBody = Type.Object({
  collections: Type.Optional(Type.Array(Type.String())),
  ids: Type.Optional(Type.Array(Type.String())),
  bbox: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 6 })),
  intersects: Type.Optional(Type.Object({ type: Type.String() }, { description: 'A GeoJSON geometry.' })),
  filter: Type.Optional(Type.Unknown({ description: 'CQL2, as JSON or text.' })),
  query: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  q: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description: freeText })),
  sortby: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), direction: Type.Optional(Type.Enum(['asc', 'desc'])) })),
  ),
  fields: Type.Optional(
    Type.Object({
      include: Type.Optional(Type.Array(Type.String())),
      exclude: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 0, default: defaultLimit })),
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  ...shared,
});

export const listingQuery = Type.Object({ limit: text(limitRule(defaultCollections, mostCollections)), token });

/** Of `GET /collections`; any other parameter is refused. */
export const collectionsQuery = Type.Object({
  bbox: text('4 or 6 numbers; collections of which a box of the extent shares a place with it.'),
  datetime: shared.datetime,
  q: text('Words of title, description and keywords; commas part alternatives.'),
  filter: text(
    'CQL2, as text or JSON, over the members of the collections; `geometry`, `start_datetime` and `end_datetime` are of the whole extent.',
  ),
  query: text('The query extension over the members of the collections, as JSON.'),
  sortby: text('Members parted by commas, `-` before those that descend; `datetime` is when the collection begins.'),
  fields: text('Members parted by commas, `-` before those that are left out.'),
  'filter-lang': shared['filter-lang'],
  'filter-crs': shared['filter-crs'],
  ...listingQuery.properties,
  page,
  offset,
});

export const collectionParams = Type.Object({ id: Type.String() });
export const itemParams = Type.Object({ id: Type.String(), item: Type.String() });
