import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BucketFault } from '../../../server/src/buckets/bucket-fault.ts';
import { policyText } from '../../../server/src/buckets/policy-text.ts';
import type { Bucket } from '../../../server/src/buckets/ports.ts';
import { assert, invalidParameters, unauthorized } from '../../support/assert.ts';
import { type Answer, call } from '../../support/call.ts';
import { startVariant } from '../../support/start-variant.ts';
import { type OrderService, bucketFolder, startOrderService, strangerTo } from './support-orders.ts';

let swath: OrderService;
beforeAll(async () => {
  swath = await startOrderService();
});
afterAll(() => swath.stop());

const tried = (json: unknown) => swath.ask('POST', '/buckets/test', { json });
const refused = (message: RegExp) => ({ ...invalidParameters, message });
const done = (step: string) => ({ step, state: 'done', reason: null });
const untried = (step: string) => ({ step, state: 'not_tried', reason: null });
const policyFor = () => policyText({ bucket: 'demo', prefix: 'a/b', principal: null });
const busy = () => Promise.reject(new BucketFault('unavailable', 'busy'));
const denied = () => Promise.reject(new BucketFault('denied', 'access is denied'));

/** The answer of a service whose buckets are changed like this. */
async function triedWith(change: Partial<Bucket>) {
  const { buckets } = swath.service;
  const variant = await startVariant(swath.service, {
    buckets: { open: async (...asked) => ({ ...(await buckets.open(...asked)), ...change }) },
  });
  const json = { bucket: 'demo', prefix: 'a/b' };
  const answer = await call(variant.url, 'POST', '/buckets/test', { token: swath.token, json });
  await variant.stop();
  return answer;
}

describe('POST /buckets/test', () => {
  test.each([
    ['a name', { bucket: 'demo', prefix: 'a/b' }],
    ['an output_config', { output_config: { amazon_s3: { bucket: 'demo', prefix: 'a' } } }],
    ['a URI, in another spelling', { deliveryBucket: 's3://demo/a' }],
  ])('200 with every step done, for %s, and nothing is left', async (_, json) => {
    const answer = await tried(json);
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        bucket: 'demo',
        ok: true,
        steps: ['write', 'read', 'delete'].map(done),
        may_work_later: false,
        policy: null,
        warnings: [],
      },
    ]);
    expect(readdirSync(bucketFolder(swath, 'demo'))).toEqual([]);
  });

  test('200 for the managed bucket, with an API key, and a word on what was ignored', async () => {
    const json = { output_config: { bucket: 'managed', colour: 'red' } };
    const answer = await swath.ask('POST', '/buckets/test', { key: swath.key, json });
    expect(answer.json()).toMatchObject({ ok: true, warnings: [expect.stringContaining('output_config.colour')] });
  });

  test('200 telling the step that failed, those behind it, and the policy to add', async () => {
    const answer = await triedWith({ get: denied, policyFor });
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      {
        ok: false,
        steps: [done('write'), { step: 'read', state: 'failed', reason: 'access is denied' }, untried('delete')],
        policy: policyFor(),
        may_work_later: false,
      },
    ]);
  });

  test('200 for a bucket that is not there: what stands before the steps has failed', async () => {
    expect((await tried({ bucket: 'nowhere' })).json()).toMatchObject({
      ok: false,
      steps: [{ step: 'exists', state: 'failed' }, untried('write'), untried('read'), untried('delete')],
      policy: null,
    });
  });

  test('200 for one that may work later', async () => {
    expect((await triedWith({ put: busy })).json()).toMatchObject({ ok: false, may_work_later: true });
  });

  test('400 for a bucket of another organization, and nothing is written to it', async () => {
    await swath.order({ output_config: { bucket: 'demo', prefix: 'mine' } });
    const token = await strangerTo(swath);
    const answer = await swath.ask('POST', '/buckets/test', { token, json: { bucket: 'demo' } });
    assert.refusal(answer, refused(/bucket demo is another organization's/));
    expect((await tried({ bucket: 'demo' })).json()).toMatchObject({ ok: true });
  });

  test.each([
    ['no bucket', {}, /output_config/],
    ['no object', [], /'body' must be an object/],
    ['two buckets', { bucket: 'demo', output_config: { bucket: 'demo' } }, /exclude each other/],
    ['a prefix that leads out', { bucket: 'demo', prefix: '../x' }, /prefix/],
    ['a folder that is not allowed', { bucket: 'file:///etc' }, /Unable to write to bucket/],
    [
      'an endpoint within the network',
      {
        output_config: {
          bucket: 'theirs',
          endpoint: 'http://127.0.0.1:9',
          access_key_id: 'a',
          secret_access_key: 'hush-hush',
        },
      },
      /Unable to write to bucket theirs/,
    ],
  ])('400 for %s', async (_, json, message) => {
    const answer = await tried(json);
    assert.refusal(answer, refused(message));
    expect(answer.text).not.toContain('hush-hush');
  });

  test('429 beyond 600 in an hour, and nothing is tried', async () => {
    const { orders, buckets } = swath.service;
    const opened: unknown[] = [];
    const counted = (count: number) =>
      startVariant(swath.service, {
        orders: { ...orders, countBucketTest: async () => count },
        buckets: {
          open: (...asked) => {
            opened.push(asked);
            return buckets.open(...asked);
          },
        },
      });
    const answers: Answer[] = [];
    for (const variant of [await counted(600), await counted(601)]) {
      answers.push(await call(variant.url, 'POST', '/buckets/test', { token: swath.token, json: { bucket: 'demo' } }));
      await variant.stop();
    }
    expect([answers.map(({ status }) => status), opened.length]).toEqual([[200, 429], 1]);
    expect(answers[1]!.text).toContain('at most 600 tests of buckets in an hour');
    expect(Number(answers[1]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('401 without a credential', async () => {
    assert.refusal(await call(swath.url, 'POST', '/buckets/test', { json: { bucket: 'demo' } }), unauthorized);
  });
});
