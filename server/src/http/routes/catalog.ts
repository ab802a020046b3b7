import { Type } from 'typebox';
import type { Service } from '../../service.ts';
import { toInstant } from '../../shared/dates.ts';
import { type Call, operation } from '../route.ts';
import { indexPage } from './web.ts';

const tag = 'Catalogue';
const geojson = 'application/geo+json';

/** What is claimed is only what is served: search answers an empty collection until items can be stored. */
const conformsTo = ['https://api.stacspec.org/v1.0.0/core', 'https://api.stacspec.org/v1.0.0/item-search'];

const link = Type.Object({ rel: Type.String(), href: Type.String() });
const landingSchema = Type.Object({
  type: Type.Literal('Catalog'),
  id: Type.String(),
  stac_version: Type.String(),
  title: Type.String(),
  description: Type.String(),
  conformsTo: Type.Array(Type.String()),
  links: Type.Array(link),
});

function landingRecord(base: string) {
  const json = 'application/json';
  return {
    type: 'Catalog',
    id: 'swath',
    stac_version: '1.0.0',
    title: 'Swath',
    description: 'Imagery archive of this Swath installation.',
    conformsTo,
    links: [
      { rel: 'self', type: json, href: `${base}/` },
      { rel: 'root', type: json, href: `${base}/` },
      { rel: 'conformance', type: json, href: `${base}/conformance` },
      { rel: 'service-desc', type: 'application/vnd.oai.openapi+json;version=3.1', href: `${base}/openapi.json` },
      { rel: 'service-doc', type: 'text/html', href: `${base}/docs` },
      { rel: 'search', type: geojson, href: `${base}/search`, method: 'GET' },
      { rel: 'search', type: geojson, href: `${base}/search`, method: 'POST' },
    ],
  };
}

/** A browser gets the web application, everyone else the STAC landing page. */
export const landing = (webFolder: string | undefined) =>
  operation({
    summary: 'STAC landing page',
    tag,
    answers: { 200: landingSchema },
    handle: ({ config }, { request, reply }) => {
      void reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '));
      // Sent by hand: the documented answer is the landing page alone.
      if (/text\/html/i.test(request.headers.accept ?? ''))
        return indexPage(webFolder, reply).then((page) => void reply.send(page));
      return landingRecord(config.baseUrl);
    },
  });

export const conformance = operation({
  summary: 'Conformance classes',
  tag,
  answers: { 200: Type.Object({ conformsTo: Type.Array(Type.String()) }) },
  handle: () => ({ conformsTo }),
});

const collectionSchema = Type.Object({
  type: Type.Literal('FeatureCollection'),
  features: Type.Array(Type.Unknown()),
  numberMatched: Type.Integer(),
  numberReturned: Type.Integer(),
  timestamp: Type.String(),
  links: Type.Array(link),
});

function emptyCollection({ config, clock }: Service, { reply }: Pick<Call, 'reply'>, method: 'GET' | 'POST') {
  void reply.type(`${geojson}; charset=utf-8`);
  return {
    type: 'FeatureCollection',
    features: [],
    numberMatched: 0,
    numberReturned: 0,
    timestamp: toInstant(clock.nowMs()),
    links: [
      { rel: 'self', type: geojson, href: `${config.baseUrl}/search`, method },
      { rel: 'root', type: 'application/json', href: `${config.baseUrl}/` },
    ],
  };
}

export const searchByGet = operation({
  summary: 'Search STAC items',
  tag,
  contentType: geojson,
  answers: { 200: collectionSchema },
  handle: (service, call) => emptyCollection(service, call, 'GET'),
});

export const searchByPost = operation({
  summary: 'Search STAC items',
  tag,
  body: Type.Object({}),
  isBodyOptional: true,
  contentType: geojson,
  answers: { 200: collectionSchema },
  handle: (service, call) => emptyCollection(service, call, 'POST'),
});
