import { createMetrics } from '../../../server/src/http/metrics.ts';
import { routeTable } from '../../../server/src/http/route-table.ts';
import type { Route } from '../../../server/src/http/route.ts';
import type { Fixture } from './fixture.ts';

export const allRoutes = ({ service }: Pick<Fixture, 'service'>): readonly Route[] =>
  routeTable(service.config, { metrics: createMetrics() });

const item = {
  type: 'Feature',
  stac_version: '1.0.0',
  geometry: { type: 'Point', coordinates: [0, 0] },
  properties: { datetime: '2020-01-01T00:00:00Z' },
  links: [],
};

const collection = {
  type: 'Collection',
  stac_version: '1.0.0',
  description: 'Nobody minds losing it.',
  license: 'other',
  extent: { spatial: { bbox: [[-180, -90, 180, 90]] }, temporal: { interval: [[null, null]] } },
  links: [],
};

/** A body that each route would take, without harm: what is wrong in a test is then only what the test made wrong. */
export const goodBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /authenticate': { grant_type: 'password', username: 'nobody@example.com', password: 'not-a-password' },
  'POST /auth/authenticate': { grant_type: 'password', username: 'nobody@example.com', password: 'not-a-password' },
  'POST /oauth/revoke': { token: 'no token' },
  'POST /auth/session': { username: 'nobody@example.com', password: 'not-a-password' },
  'POST /auth/password': { current_password: 'not-a-password', new_password: 'granite-violin-otter-74' },
  'POST /auth/password-reset': { email: 'nobody@example.com' },
  'POST /auth/password-reset/confirm': { token: 'no token', password: 'granite-violin-otter-74' },
  'POST /api-key/api/v2/api-key': {
    name: 'n',
    description: 'd',
    expiration_date: '2000-01-01',
    project: 'none',
    project_id: 'none',
    permissions: ['search'],
  },
  'DELETE /api-key/api/v2/api-key': { ids: ['none'] },
  'POST /projects': { name: 'a project' },
  'POST /admin/accounts': {
    email: 'new@example.com',
    name: 'New',
    role: 'member',
    permissions: ['search'],
    password: 'granite-violin-otter-75',
    invite: false,
    organization_id: 'none',
    organization: 'none',
  },
  'PATCH /admin/accounts/:id': {
    name: 'Other',
    role: 'member',
    permissions: ['search'],
    active: true,
    limits: { annual_subscription_fee_limit: 1 },
    prices: { fresh_imagery_price: 1 },
    collections: ['one'],
  },
  'POST /admin/accounts/:id/reset-password': { by_mail: true, password: 'granite-violin-otter-76' },
  // Refused: no such folder is read.
  'POST /admin/ingest': { source: '/nowhere/items.ndjson', collection: 'abuse', from: ['a'], watch: false },
  'POST /grid/cells': { bbox: [1, 2, 1.01, 2.01], intersects: 'POINT (1 2)', level: 12 },
  'POST /select': {
    bbox: [1, 2, 1.01, 2.01],
    datetime: '2020',
    stack_depth: 1,
    image_age_category: ['fresh'],
    name: 'n',
  },
  'POST /metadata/cells/acquisitions': { bbox: [1, 2, 1.01, 2.01], stack_depth: 1 },
  'POST /metadata/cells/:cell_id/acquisitions': { datetime: '2020', stack_depth: 1 },
  'POST /order': {
    select_id: 'none',
    output_config: { bucket: 'demo', prefix: '' },
    notifications: [],
    settings: { hd: false },
    dry_run: true,
    hd: false,
  },
  'POST /order/:id/retry': { output_config: {} },
  // There is no such bucket: nothing is written.
  'POST /buckets/test': { output_config: { bucket: 'nowhere', prefix: '' }, prefix: '' },
  // Refused: nobody is written to.
  'POST /webhooks/test': { url: 'https://127.0.0.1/' },
  'POST /search': {},
  'POST /aggregate': { aggregations: ['total_count'] },
  'POST /collections/:id/aggregate': { aggregations: ['total_count'] },
  'POST /saved-searches': { name: 'n', search: { collections: ['none'] }, paused: true },
  'PATCH /saved-searches/:id': { name: 'n' },
  'POST /saved-searches/:id/test': {},
  'POST /services/imagegrid/search': {},
  'POST /collections': { id: 'abuse', ...collection },
  'PUT /collections/:id': collection,
  'PATCH /collections/:id': {},
  'POST /collections/:id/items': { id: 'abuse', ...item },
  'PUT /collections/:id/items/:item': item,
  'PATCH /collections/:id/items/:item': {},
};

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

export const bodyRoutes = (fixture: Pick<Fixture, 'service'>): readonly Route[] =>
  // What is read as it comes is no JSON, nor is XML.
  allRoutes(fixture).filter(
    ({ operation }) => operation.body !== undefined && operation.bodyKind !== 'stream' && operation.bodyKind !== 'text',
  );

export const pathTo = ({ path }: Pick<Route, 'path'>, id: string): string => path.replace(/:\w+/, id).replace('*', id);
