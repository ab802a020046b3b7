import { queryablesRelation, sortablesRelation } from '../../catalog/collection.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import type { Service } from '../../service.ts';
import type { Principal } from '../../accounts/principal.ts';
import { asksForPage } from '../asks-for-page.ts';
import { mustRevalidate } from '../revalidate.ts';
import { operation } from '../route.ts';
import { addVary } from '../vary.ts';
import { visibilityOf } from '../visible-to.ts';
import { collectionLinks, mostLinked } from '../wire/catalog/collection-links.ts';
import { conformsTo } from '../wire/catalog/conformance.ts';
import { besidesFormat, refuseUnknown } from '../wire/parts/listing-request.ts';
import { geojson, json, openApi, openApi30, schemaJson } from '../wire/files/media-types.ts';
import type { Link } from '../wire/catalog/splice-links.ts';
import { conformanceSchema, landingSchema } from '../wire/catalog/stac-schemas.ts';
import { indexPage } from './web.ts';

const tag = 'Catalogue';
const title = 'Swath';

// Programs that show links to people show these titles.
const ownLinks = (base: string): readonly Link[] => [
  { rel: 'self', type: json, href: `${base}/`, title },
  { rel: 'root', type: json, href: `${base}/`, title },
  { rel: 'service-desc', type: openApi, href: `${base}/openapi.json`, title: 'OpenAPI document' },
  { rel: 'service-desc', type: openApi30, href: `${base}/openapi.json?version=3.0`, title: 'OpenAPI 3.0 document' },
  { rel: 'service-doc', type: 'text/html', href: `${base}/docs`, title: 'Reference of the API' },
  { rel: 'conformance', type: json, href: `${base}/conformance`, title: 'Conformance classes' },
  { rel: 'data', type: json, href: `${base}/collections`, title: 'Collections' },
  { rel: 'search', type: geojson, href: `${base}/search`, method: 'GET', title: 'Search by GET' },
  { rel: 'search', type: geojson, href: `${base}/search`, method: 'POST', title: 'Search by POST' },
  { rel: 'children', type: json, href: `${base}/children`, title: 'Collections as children' },
  { rel: 'aggregate', type: json, href: `${base}/aggregate`, method: 'GET', title: 'Counts by GET' },
  { rel: 'aggregate', type: json, href: `${base}/aggregate`, method: 'POST', title: 'Counts by POST' },
  { rel: 'aggregations', type: json, href: `${base}/aggregations`, title: 'What can be counted' },
  { rel: queryablesRelation, type: schemaJson, href: `${base}/queryables`, title: 'What filters may name' },
  { rel: sortablesRelation, type: schemaJson, href: `${base}/sortables`, title: 'What items may be sorted by' },
];

/** Who comes without a credential that may search learns of no collection. */
async function childLinks(service: Service, principal: Principal | null): Promise<readonly Link[]> {
  if (principal?.permissions.includes('search') !== true) return [];
  return collectionLinks(service, visibilityOf(principal), { limit: mostLinked, position: null });
}

/** A browser gets the web application, everyone else the STAC landing page. */
export const landing = (webFolder: string | undefined) =>
  operation({
    summary: 'STAC landing page',
    description:
      'Public. With a credential it also links, as `child`, the first 1,000 collections that the caller may see, and a catalogue of the others.',
    tag,
    answers: { 200: landingSchema },
    handle: async (service, { request, reply }) => {
      addVary(reply, ['Accept']);
      // Sent by hand: the documented answer is the landing page alone.
      if (asksForPage(request)) return void reply.send(await indexPage(service, webFolder, reply));
      mustRevalidate(service, { reply });
      return {
        type: 'Catalog',
        id: 'swath',
        stac_version: '1.0.0',
        title,
        description: 'Imagery archive of this Swath installation.',
        conformsTo,
        links: [...ownLinks(service.config.baseUrl), ...(await childLinks(service, request.principal))],
      };
    },
  });

export const conformance = operation({
  summary: 'Conformance classes',
  tag,
  errors: [400],
  answers: { 200: conformanceSchema },
  handle: (_, { request }) => {
    refuseUnknown(besidesFormat(request.query as QueryParameters));
    return { conformsTo };
  },
});
