import type { Config } from '../config.ts';
import type { Metrics } from './metrics.ts';
import type { Access, Method, Operation, Route } from './route.ts';
import * as aggregate from './routes/aggregate.ts';
import * as accounts from './routes/admin-accounts.ts';
import * as audit from './routes/admin-audit.ts';
import { health as adminHealth } from './routes/admin-health.ts';
import * as queue from './routes/admin-queue.ts';
import * as organizations from './routes/admin-organizations.ts';
import * as keys from './routes/api-keys.ts';
import * as token from './routes/authenticate.ts';
import * as buckets from './routes/buckets.ts';
import * as catalog from './routes/catalog-landing.ts';
import * as collectionWrites from './routes/collection-writes.ts';
import * as files from './routes/asset-bytes.ts';
import { browse } from './routes/browse.ts';
import { browseCollections } from './routes/browse-collections.ts';
import { children } from './routes/children.ts';
import * as collections from './routes/collections.ts';
import * as grid from './routes/grid.ts';
import * as health from './routes/health.ts';
import * as ingest from './routes/admin-ingest.ts';
import { ingestEvents } from './routes/admin-ingest-events.ts';
import * as imageGrid from './routes/image-grid.ts';
import * as items from './routes/items.ts';
import * as itemWrites from './routes/item-writes.ts';
import { cancel, retry } from './routes/order-changes.ts';
import { openIdToken } from './routes/openid-token.ts';
import * as orderContents from './routes/order-contents.ts';
import { orderEvents } from './routes/order-events.ts';
import { file as orderFile } from './routes/order-files.ts';
import * as orders from './routes/orders.ts';
import * as password from './routes/password.ts';
import { preview } from './routes/preview.ts';
import * as projects from './routes/projects.ts';
import * as queryables from './routes/queryables.ts';
import * as savedSearches from './routes/saved-searches.ts';
import * as search from './routes/search.ts';
import { selectAcquisitions } from './routes/select-acquisitions.ts';
import { selectFileOperation } from './routes/select-files.ts';
import * as selects from './routes/selects.ts';
import { self } from './routes/self.ts';
import * as session from './routes/session.ts';
import * as tileMetadata from './routes/tile-metadata.ts';
import * as tiles from './routes/tiles.ts';
import { settings } from './routes/admin-settings.ts';
import * as tokenService from './routes/token-service.ts';
import * as web from './routes/web.ts';
import * as wfs from './routes/wfs.ts';
import * as webhooks from './routes/webhooks.ts';
import * as usage from './routes/usage.ts';
import { metricsText } from './routes/metrics.ts';

const open: Access = { credentials: new Set(['none']) };
/** Public, and more for those who say who they are; a credential that is not good is none. */
const anyone: Access = { credentials: new Set(['none', 'bearer', 'key']) };
export const signedIn: Access = { credentials: new Set(['bearer', 'key']) };
const bearerOnly: Access = { credentials: new Set(['bearer']) };
const cookieOnly: Access = { credentials: new Set(['cookie']) };
const administrator: Access = { credentials: new Set(['bearer']), permission: 'admin' };
const searcher: Access = { credentials: new Set(['bearer', 'key']), permission: 'search' };
const streamer: Access = { credentials: new Set(['bearer', 'key']), permission: 'stream' };
const searcherOrSigned: Access = { ...searcher, signed: true };
const selector: Access = { credentials: new Set(['bearer', 'key']), permission: 'select' };
const selectorOrSigned: Access = { ...selector, signed: true };
const orderer: Access = { credentials: new Set(['bearer', 'key']), permission: 'order' };
const ordererBearer: Access = { ...orderer, credentials: new Set(['bearer']) };
const ordererOrSigned: Access = { ...orderer, signed: true };
const usageReader: Access = { credentials: new Set(['bearer', 'key']), permission: 'usage' };
const catalogWriter: Access = { credentials: new Set(['bearer', 'key']), permission: 'catalog:write' };

const row = (method: Method, path: string, access: Access, operation: Operation, more: Partial<Route> = {}): Route => ({ method, path, access, operation, ...more });
const stac = { part: 'stac' } as const;
const hidden = { isHidden: true } as const;

/** Of older clients of this family, by a switch alone. */
const olderTokenPaths: readonly Route[] = [
  row('POST',   '/auth/realms/:realm/protocol/openid-connect/token', open, openIdToken, hidden),
  ...(['v1', 'v2'] as const).flatMap((version) => [
    row('POST',   `/token-service/api/${version}/token`,        bearerOnly, tokenService.create(version), hidden),
    row('GET',    `/token-service/api/${version}/token`,        bearerOnly, tokenService.list(version), hidden),
    row('DELETE', `/token-service/api/${version}/token`,        bearerOnly, tokenService.removeMany, hidden),
    row('DELETE', `/token-service/api/${version}/token/id/:id`, bearerOnly, tokenService.remove, hidden),
  ]),
];

export type TableNeeds = { readonly metrics: Metrics; readonly webFolder?: string };

/** Every path of the service, on one screen: what is not here does not exist. */
export function routeTable(config: Config, { metrics, webFolder }: TableNeeds): readonly Route[] {
  return [
    row('GET',    '/livez',                            open,          health.livez),
    row('GET',    '/readyz',                           open,          health.readyz),
    row('GET',    '/metrics',                          open,          metricsText(metrics)),

    row('POST',   '/authenticate',                     open,          token.authenticateOperation),
    row('POST',   '/auth/authenticate',                open,          token.authenticateOperation, hidden),
    ...(config.SWATH_TOKEN_PATH_ALIASES ? olderTokenPaths : []),
    row('POST',   '/oauth/revoke',                     open,          token.revokeOperation),
    row('GET',    '/auth/self',                        signedIn,      self),
    row('POST',   '/auth/session',                     open,          session.signInOperation),
    row('GET',    '/auth/session',                     cookieOnly,    session.resumeOperation),
    row('DELETE', '/auth/session',                     cookieOnly,    session.signOutOperation),
    row('POST',   '/auth/password',                    bearerOnly,    password.changeOperation),
    row('POST',   '/auth/password-reset',              open,          password.requestResetOperation),
    row('POST',   '/auth/password-reset/confirm',      open,          password.confirmResetOperation),

    row('POST',   '/api-key/api/v2/api-key',           bearerOnly,    keys.create),
    row('GET',    '/api-key/api/v2/api-key',           bearerOnly,    keys.list),
    row('DELETE', '/api-key/api/v2/api-key',           bearerOnly,    keys.removeMany),
    row('DELETE', '/api-key/api/v2/api-key/id/:id',    bearerOnly,    keys.remove),
    row('GET',    '/projects',                         bearerOnly,    projects.list),
    row('POST',   '/projects',                         bearerOnly,    projects.create),
    row('DELETE', '/projects/:id',                     bearerOnly,    projects.remove),

    row('GET',    '/admin/accounts',                   administrator, accounts.list),
    row('POST',   '/admin/accounts',                   administrator, accounts.create),
    row('GET',    '/admin/accounts/:id',               administrator, accounts.read),
    row('PATCH',  '/admin/accounts/:id',               administrator, accounts.change),
    row('GET',    '/admin/accounts/:id/holdings',      administrator, accounts.holdings),
    row('POST',   '/admin/accounts/:id/reset-password', administrator, accounts.resetPasswordOperation),
    row('GET',    '/admin/organizations',              administrator, organizations.list),
    row('GET',    '/admin/organizations/:id',          administrator, organizations.read),
    row('GET',    '/admin/health',                     administrator, adminHealth),
    row('GET',    '/admin/queue',                      administrator, queue.read),
    row('POST',   '/admin/queue/pause',                administrator, queue.pause),
    row('POST',   '/admin/queue/resume',               administrator, queue.resume),
    row('GET',    '/admin/audit',                      administrator, audit.list),
    row('GET',    '/admin/settings',                   administrator, settings),
    row('POST',   '/admin/ingest',                     administrator, ingest.start),
    row('GET',    '/admin/ingest',                     administrator, ingest.list),
    row('POST',   '/admin/ingest/upload',              administrator, ingest.upload),
    row('GET',    '/admin/ingest/:id',                 administrator, ingest.read),
    row('GET',    '/admin/ingest/:id/rejects',         administrator, ingest.rejects),
    row('GET',    '/admin/ingest/:id/events',          administrator, ingestEvents()),
    row('POST',   '/admin/ingest/:id/cancel',          administrator, ingest.cancel),
    row('POST',   '/admin/ingest/:id/retry',           administrator, ingest.retry),

    row('GET',    '/',                                 anyone,        catalog.landing(webFolder), stac),
    row('GET',    '/conformance',                      open,          catalog.conformance, stac),
    row('GET',    '/healthcheck',                      open,          health.healthcheck, { ...stac, ...hidden }),
    row('GET',    '/status',                           open,          health.healthcheck, { ...stac, ...hidden }),
    row('GET',    '/search',                           searcher,      search.searchByGet, stac),
    row('POST',   '/search',                           searcher,      search.searchByPost, stac),
    row('GET',    '/aggregate',                        searcher,      aggregate.aggregateByGet, stac),
    row('POST',   '/aggregate',                        searcher,      aggregate.aggregateByPost, stac),
    row('GET',    '/aggregations',                     searcher,      aggregate.aggregations, stac),
    row('GET',    '/collections',                      searcher,      collections.list, stac),
    row('GET',    '/collections/:id',                  searcher,      collections.read, stac),
    row('GET',    '/collections/:id/items',            searcher,      items.list, stac),
    row('GET',    '/collections/:id/items/:item',      searcher,      items.read, stac),
    row('GET',    '/collections/:id/items/:item/assets/:key', searcher, files.ofItem, stac),
    row('GET',    '/collections/:id/assets/:key',      searcher,      files.ofCollection, stac),
    row('GET',    '/collections/:id/browse',           searcher,      browse, stac),
    row('GET',    '/collections/:id/aggregate',        searcher,      aggregate.aggregateCollectionByGet, stac),
    row('POST',   '/collections/:id/aggregate',        searcher,      aggregate.aggregateCollectionByPost, stac),
    row('GET',    '/collections/:id/aggregations',     searcher,      aggregate.aggregationsOfCollection, stac),
    row('GET',    '/collections/:id/queryables',       searcher,      queryables.queryablesOfCollection, stac),
    row('GET',    '/collections/:id/sortables',        searcher,      queryables.sortablesOfCollection, stac),
    row('GET',    '/collections/:id/schema',           searcher,      queryables.schemaOfCollection, stac),
    row('GET',    '/queryables',                       searcher,      queryables.queryables, stac),
    row('GET',    '/sortables',                        searcher,      queryables.sortables, stac),
    row('GET',    '/children',                         searcher,      children, stac),
    row('GET',    '/collection-queryables',            searcher,      collections.queryables, stac),
    row('GET',    '/browse/collections',               searcher,      browseCollections, stac),

    row('POST',   '/collections',                      catalogWriter, collectionWrites.create, stac),
    row('PUT',    '/collections/:id',                  catalogWriter, collectionWrites.replace, stac),
    row('PATCH',  '/collections/:id',                  catalogWriter, collectionWrites.patch, stac),
    row('DELETE', '/collections/:id',                  catalogWriter, collectionWrites.remove, stac),
    row('POST',   '/collections/:id/items',            catalogWriter, itemWrites.load, stac),
    row('DELETE', '/collections/:id/items',            catalogWriter, itemWrites.removeMatching, stac),
    row('PUT',    '/collections/:id/items/:item',      catalogWriter, itemWrites.replace, stac),
    row('PATCH',  '/collections/:id/items/:item',      catalogWriter, itemWrites.patch, stac),
    row('DELETE', '/collections/:id/items/:item',      catalogWriter, itemWrites.remove, stac),

    row('GET',    '/grid/cells',                       searcher,      grid.cellsByGet),
    row('POST',   '/grid/cells',                       searcher,      grid.cellsByPost),
    row('GET',    '/grid/cells/:cell_id',              searcher,      grid.cell),
    row('GET',    '/grid/cells/:zone/:quadkey',        searcher,      grid.cellOfZone, hidden),
    row('GET',    '/services/imagegrid/search',        searcher,      imageGrid.tilesByGet, stac),
    row('POST',   '/services/imagegrid/search',        searcher,      imageGrid.tilesByPost, stac),
    row('GET',    '/services/imagegrid/items/:id',     searcher,      imageGrid.tileById, stac),

    row('POST',   '/select',                           selector,      selects.selectByPost),
    row('GET',    '/select',                           selector,      selects.selectByGet),
    row('GET',    '/select/:select_id',                selector,      selects.read),
    row('GET',    '/select/:select_id/acquisitions',   selector,      selectAcquisitions),
    row('GET',    '/select/request/:select_id',        selector,      selects.read, hidden),
    row('GET',    '/select/files/:file',               selectorOrSigned, selectFileOperation),
    row('GET',    '/selects',                          selector,      selects.list),
    row('POST',   '/metadata/cells/acquisitions',      selector,      tileMetadata.tilesOfArea),
    row('POST',   '/metadata/cells/:cell_id/acquisitions', selector,  tileMetadata.tilesOfCell),
    row('GET',    '/metadata/cells/:cell_id/acquisitions/:acquisition', selector, tileMetadata.tileOfCell),

    row('POST',   '/saved-searches',                   searcher,      savedSearches.create),
    row('GET',    '/saved-searches',                   searcher,      savedSearches.list),
    row('GET',    '/saved-searches/:id',               searcher,      savedSearches.read),
    row('PATCH',  '/saved-searches/:id',               searcher,      savedSearches.change),
    row('DELETE', '/saved-searches/:id',               searcher,      savedSearches.remove),
    row('GET',    '/saved-searches/:id/matches',       searcher,      savedSearches.matches),
    row('POST',   '/saved-searches/:id/test',          searcher,      savedSearches.trial),

    row('POST',   '/order',                            orderer,       orders.order),
    row('GET',    '/order',                            orderer,       orders.find),
    row('GET',    '/order/:id',                        orderer,       orders.read),
    row('GET',    '/order/status/:id',                 orderer,       orders.read, hidden),
    row('POST',   '/order/:id/cancel',                 orderer,       cancel),
    row('POST',   '/order/:id/retry',                  orderer,       retry),
    row('GET',    '/order/:id/tiles',                  orderer,       orderContents.tiles),
    row('GET',    '/order/:id/events',                 orderer,       orderEvents()),
    row('GET',    '/order/:id/manifest',               orderer,       orderContents.manifest),
    row('GET',    '/order/:id/files',                  orderer,       orderContents.files),
    row('GET',    '/order/:id/files/*',                ordererOrSigned, orderFile),
    row('POST',   '/buckets/test',                     orderer,       buckets.test),
    row('GET',    '/webhooks/secret',                  ordererBearer, webhooks.readSecret),
    row('POST',   '/webhooks/secret/rotate',           ordererBearer, webhooks.rotateSecret),
    row('POST',   '/webhooks/test',                    orderer,       webhooks.test),
    row('GET',    '/webhooks/deliveries',              orderer,       webhooks.list),
    row('GET',    '/webhooks/deliveries/:id',          orderer,       webhooks.read),
    row('POST',   '/webhooks/deliveries/:id/replay',   orderer,       webhooks.replay),
    row('GET',    '/usage/account/:id',                usageReader,   usage.ofAccount),
    row('GET',    '/usage/user/:id',                   usageReader,   usage.ofUser),
    row('GET',    '/usage/account/:id/breakdown',      usageReader,   usage.breakdownOfAccount),
    row('GET',    '/usage/user/:id/breakdown',         usageReader,   usage.breakdownOfUser),

    row('GET',    '/streaming/v1/tiles/:collection/:item/tilejson.json', streamer, tiles.tileJson),
    row('GET',    '/streaming/v1/tiles/:collection/:item/:z/:x/:tile', streamer, tiles.tile),
    row('GET',    '/browse/preview/:acquisition/:cell', searcherOrSigned, preview),
    row('GET',    '/streaming/v1/ogc/wfs',             streamer,      wfs.wfsByGet),
    row('POST',   '/streaming/v1/ogc/wfs',             streamer,      wfs.wfsByPost),
    row('GET',    '/streaming/v1/ogc/ows',             streamer,      wfs.wfsByGet, hidden),
    row('POST',   '/streaming/v1/ogc/ows',             streamer,      wfs.wfsByPost, hidden),
    row('GET',    '/streaming/v1/ogc/wms',             streamer,      wfs.wfsByGet, hidden),
    row('POST',   '/streaming/v1/ogc/wms',             streamer,      wfs.wfsByPost, hidden),

    row('GET',    '/openapi.json',                     open,          web.openApiDocument),
    row('GET',    '/docs',                             open,          web.docs, hidden),
    row('GET',    '/app/*',                            open,          web.page(webFolder), hidden),
    row('GET',    '/app',                              open,          web.page(webFolder), hidden),
    row('GET',    '/reset-password',                   open,          web.page(webFolder), hidden),
    row('GET',    '/welcome',                          open,          web.page(webFolder), hidden),
    row('GET',    '/assets/*',                         open,          web.asset(webFolder), hidden),
  ];
}
