import { ConnectionError, type Order, type OrderTile, SwathError } from '@swath/client';
import { describe, expect, test } from 'vitest';
import { areaMembers, textOfArea, typedArea } from '../../web/src/order-form/area-members.ts';
import { acquisitionSource, draftOf, managedPlace } from '../../web/src/order-form/draft.ts';
import { draftOfOrder, namedTiles } from '../../web/src/order-form/draft-of-order.ts';
import { outputConfig, withoutSecrets } from '../../web/src/order-form/output-config.ts';
import { requestOf } from '../../web/src/order-form/request-of.ts';
import { stepOf } from '../../web/src/order-form/steps.ts';
import { orderSnippet } from '../../web/src/orders/order-snippet.ts';

const point = { type: 'Point', coordinates: [1, 2] };
const draft = draftOf(acquisitionSource('b\na, b;;'), 'me@example.com');
const keys = { accessKeyId: 'AKIA', secretAccessKey: ' hush ', sessionToken: '' };
const refusal = (message: string, status = 400) =>
  new SwathError({ status, code: null, type: 'x', message, requestId: null, retryAfterSeconds: null });

describe('a typed area', () => {
  test.each([
    ['', {}],
    [' 1, 2,3  4 ', { bbox: [1, 2, 3, 4] }],
    ['1,2,3', { intersects: '1,2,3' }],
    ['1,2,3,x', { intersects: '1,2,3,x' }],
    ['POINT (1 2)', { intersects: 'POINT (1 2)' }],
    [JSON.stringify(point), { intersects: point }],
    ['{"type": ', { intersects: '{"type":' }],
    [JSON.stringify({ intersects: point, bbox: [1, 2, 3, 4] }), { intersects: point, bbox: [1, 2, 3, 4] }],
  ])('%j is sent as it is meant', (text, members) => {
    expect(areaMembers(text)).toEqual(members);
  });

  test('one that Explore hands over is typed as the service takes it', () => {
    expect(typedArea('')).toBe('');
    expect(typedArea('nowhere')).toBe('nowhere');
    expect(areaMembers(typedArea('179.5,-1,-179.5,1'))).toEqual({ bbox: [179.5, -1, -179.5, 1] });
    const [one, other] = ['((0 0,1 0,1 1,0 0))', '((0 0,1 1,0 1,0 0))'];
    expect(areaMembers(typedArea(`POLYGON${one}`))).toMatchObject({ intersects: { type: 'Polygon' } });
    // Neighbours that touch are no multipolygon that is taken.
    expect(areaMembers(typedArea(`MULTIPOLYGON(${one},${other})`))).toMatchObject({
      intersects: { type: 'GeometryCollection' },
    });
  });

  test.each([{}, { bbox: [1, 2, 3, 4] }, { intersects: point }, { intersects: 'POINT (1 2)', bbox: [1, 2, 3, 4] }])(
    '%j comes back from its text',
    (members) => {
      expect(areaMembers(textOfArea(members))).toEqual(members);
    },
  );
});

describe('the order that a form means', () => {
  test('names each acquisition once, and leaves out what is so anyway', () => {
    expect(requestOf(draft, null)).toEqual({
      acquisitions: ['b', 'a'],
      output_config: { bucket: 'managed', prefix: '' },
      notifications: [{ type: 'email', address: 'me@example.com' }],
    });
  });

  test('is the select, or what is left of it with its cells and area', () => {
    const source = { kind: 'select' as const, id: '1', leftOut: new Set<string>() };
    const chosen = {
      bbox: [1, 2, 3, 4],
      cells: new Map([
        ['a', ['Z1-0']],
        ['b', ['Z1-0', 'Z1-1']],
      ]),
    };
    expect(requestOf({ ...draft, source }, chosen)).toMatchObject({ select_id: '1' });
    const part = requestOf({ ...draft, source: { ...source, leftOut: new Set(['a']) } }, chosen);
    expect(part).toMatchObject({ acquisitions: [{ id: 'b', cells: ['Z1-0', 'Z1-1'] }], bbox: [1, 2, 3, 4] });
    expect(part).not.toHaveProperty('select_id');
  });

  test.each([
    ['{"a": 1}', { a: 1 }],
    ['harbour', 'harbour'],
    ['{"a": ', '{"a":'],
    ['7', 7],
    ['12345678901234567890', '12345678901234567890'],
    ['1.10', '1.10'],
    ['1e5', '1e5'],
  ])('takes metadata %j as JSON where it is some', (metadata, sent) => {
    expect(requestOf({ ...draft, told: { emails: '', webhooks: '', metadata } }, null).metadata).toEqual(sent);
  });

  test('takes an address of a webhook whole, with what else parts lists', () => {
    const [one, other] = ['https://a.example/hook?ids=1,2;3', 'https://b.example/'];
    const told = { emails: '', webhooks: `${one}\n${other}\n${one}`, metadata: '' };
    expect(requestOf({ ...draft, told }, null).notifications).toEqual([
      { type: 'webhook', url: one },
      { type: 'webhook', url: other },
    ]);
  });

  test('sends of a place what its kind has, and nothing that was typed for another', () => {
    const typed = { ...managedPlace, ...keys, bucket: ' b ', folder: 'file:///f', roleArn: 'r', region: 'x' };
    expect(outputConfig(typed)).toEqual({ bucket: 'managed', prefix: '' });
    expect(outputConfig({ ...typed, kind: 'folder' })).toEqual({ bucket: 'file:///f', prefix: '' });
    expect(outputConfig({ ...typed, kind: 's3', access: 'role' })).toEqual({
      bucket: 'b',
      prefix: '',
      region: 'x',
      role_arn: 'r',
    });
    expect(outputConfig({ ...typed, kind: 's3', access: 'keys', endpoint: 'https://s3' })).toMatchObject({
      endpoint: 'https://s3',
      path_style: true,
      access_key_id: 'AKIA',
      secret_access_key: 'hush',
    });
  });
});

describe('the same by a program', () => {
  const config = withoutSecrets(outputConfig({ ...managedPlace, ...keys, kind: 's3', bucket: "o'b", access: 'keys' }));
  const facts = { url: 'https://swath.test', vendor: 'acme', request: { output_config: config } };

  test.each([
    ['curl', 'acme-api-key: $API_KEY'],
    ['CLI', 'SWATH_API_KEY="$API_KEY" SWATH_VENDOR=acme swath order create --wait --request -'],
  ] as const)('%s has variables for secrets, and quotes what a shell would take', (tool, told) => {
    const text = orderSnippet(tool, facts);
    expect(text).toContain(`"secret_access_key": "'"$SECRET_ACCESS_KEY"'"`);
    expect(text).toContain(String.raw`"o'\''b"`);
    expect(text).toContain(told);
    expect(text).not.toMatch(/hush|AKIA/);
  });

  test('names the vendor where it is not the usual one', () => {
    expect(orderSnippet('TypeScript', facts)).toContain("vendor: 'acme'");
    expect(orderSnippet('TypeScript', facts)).toContain('process.env.SECRET_ACCESS_KEY');
    expect(orderSnippet('TypeScript', { ...facts, vendor: 'vendor' })).not.toContain('vendor:');
  });
});

describe('an order once more', () => {
  const settings = { hd: true, clip_to_aoi: true, grid: 'cell', visual: true, ms_analytic: false } as const;
  const order = {
    select_id: null,
    settings: { ...settings, pan_analytic: true, data_mask: true, cloud_mask: true },
    notifications: [
      { type: 'webhook', url: 'https://example.com/hook' },
      { type: 'email', address: 'a@example.com' },
    ],
    metadata: { po: 1 },
    output_config: {
      amazon_s3: { bucket: 'theirs', prefix: 'a', endpoint: 'https://s3', region: 'x', path_style: false },
    },
    acquisitions: [{ id: 'a' }, { id: 'b' }],
    request: { acquisitions: ['a', { id: 'b', cell_ids: ['Z1-0'] }], bbox: [1, 2, 3, 4] },
  };
  const record = (change: object = {}) => ({ id: '1', order: { ...order, ...change } }) as unknown as Order;

  test('asks for the same', () => {
    const again = requestOf(draftOfOrder(record()), null);
    expect(again).toEqual({
      acquisitions: ['a', { id: 'b', cells: ['Z1-0'] }],
      bbox: [1, 2, 3, 4],
      settings: { hd: true, clip_to_aoi: true, grid: 'cell', ms_analytic: false },
      output_config: { bucket: 'theirs', prefix: 'a', region: 'x', endpoint: 'https://s3', path_style: false },
      notifications: [
        { type: 'email', address: 'a@example.com' },
        { type: 'webhook', url: 'https://example.com/hook' },
      ],
      metadata: { po: 1 },
    });
  });

  test('of a select names it, or its tiles', () => {
    const ofSelect = record({ select_id: '7', request: { select_id: '7' } });
    expect(draftOfOrder(ofSelect).source).toMatchObject({ kind: 'select', id: '7' });
    const tiles = ['a Z1-0', 'b Z1-0', 'a Z1-1'].map((text) => text.split(' '));
    const source = namedTiles(tiles.map(([acquisition_id, cell_id]) => ({ acquisition_id, cell_id }) as OrderTile));
    expect(requestOf({ ...draft, source }, null)).toMatchObject({
      acquisitions: [
        { id: 'a', cells: ['Z1-0', 'Z1-1'] },
        { id: 'b', cells: ['Z1-0'] },
      ],
    });
  });

  test.each([{}, { bucket: 5 }, { amazon_s3: null }])('with a place like %j still opens', (output_config) => {
    expect(draftOfOrder(record({ output_config, request: {} })).place).toMatchObject({ kind: 's3', bucket: '' });
  });
});

describe('a refusal is shown where it belongs', () => {
  test.each([
    ['Bad Request: Select ID 7 not found', 'what'],
    ['Bad Request: acquisitions: x has nothing', 'what'],
    ['Bad Request: the imagery of acquisition x cannot be read: its file is gone', 'what'],
    ['Bad Request: Problem with intersects/bbox: it is not closed', 'what'],
    ['Bad Request: The following acquisitions cannot be ordered with HD: a', 'options'],
    ["Bad Request: settings.clip_to_aoi needs an area: 'intersects' or 'bbox'", 'options'],
    ["Bad Request: Unable to write to bucket b: the step 'write' failed: no", 'where'],
    ['Bad Request: output_config.endpoint must be an address', 'where'],
    ['Bad Request: Invalid email address in notifications: x', 'who'],
    ['Bad Request: the order costs 5 of annual_subscription_fee_limit, of which 1 is left this year', 'check'],
    ['Internal Server Error', 'check'],
  ])('%s: %s', (message, step) => {
    expect(stepOf(refusal(message))).toBe(step);
  });

  test('what is about no part is shown at the end', () => {
    expect(stepOf(refusal('Unauthorized', 401))).toBe('check');
    expect(stepOf(refusal('Too Many Requests: bucket', 429))).toBe('check');
    expect(stepOf(new ConnectionError('gone'))).toBe('check');
  });
});
