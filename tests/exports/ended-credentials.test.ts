import { randomBytes } from 'node:crypto';
import { type IncomingMessage, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { looseItem, writerOf } from '../stac/writes-fixture.ts';
import { hourMs } from '../../server/src/shared/clock.ts';
import { sweepExpired } from '../../server/src/sweep-expired.ts';
import { changeAccount } from '../support/accounts.ts';
import { movableClock } from '../support/movable-clock.ts';
import { type ExportService, plainItems, startExportService } from './support.ts';

let swath: ExportService;
const clock = movableClock();

/** 1 MB each: 20 of them are more than lies in buffers between here and there. */
const heavyItems = Array.from({ length: 20 }, (_, i) =>
  looseItem(`heavy-${i}`, {
    properties: { datetime: `2023-01-01T00:${10 + i}:00Z`, productName: randomBytes(500_000).toString('hex') },
  }),
);

beforeAll(async () => {
  swath = await startExportService({ SWATH_BULK_BODY_LIMIT: '100000000' }, { clock });
  for (const id of ['heavy', 'light']) await swath.collection(id);
  await swath.load('light', plainItems(1));
  await swath.load('heavy', heavyItems);
});
afterAll(() => swath.stop());

/** Takes nothing of an answer yet. */
const open = (path: string, token: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
    get(swath.url + path, { headers, agent: false }, resolve).on('error', reject);
  });

/** Whether it comes to its proper end. */
const isWhole = (answer: IncomingMessage) =>
  new Promise<boolean>((resolve) => {
    answer.on('error', () => undefined);
    answer.on('close', () => resolve(answer.complete));
    answer.resume();
  });

const exported = '/search?f=ndjson';
const features = '/streaming/v1/ogc/wfs?service=WFS&version=2.0.0&request=GetFeature&typeNames=FinishedFeature';

type Reader = { readonly id: string; readonly token: string };
const change = ({ id }: Reader, json: Readonly<Record<string, unknown>>) =>
  changeAccount(swath.url, swath.token, id, json);

describe('an answer that is read slowly', () => {
  test.each<[string, string, (reader: Reader) => Promise<unknown>]>([
    ['the token is revoked', exported, ({ token }) => swath.send('POST', '/oauth/revoke', { json: { token } })],
    ['the account is deactivated', features, (reader) => change(reader, { active: false })],
    ['the permission is taken', exported, (reader) => change(reader, { permissions: ['usage'] })],
    ['a collection is hidden', features, (reader) => change(reader, { collections: ['light'] })],
  ])('breaks off once %s: %s', async (_, path, happen) => {
    const { account, token } = await writerOf(swath, ['search', 'stream'], ['heavy', 'light']);
    const answer = await open(path, token);
    await happen({ id: account.id, token });
    // Credentials are looked up once a second.
    await setTimeout(1_100);
    expect(await isWhole(answer)).toBe(false);
  });

  test.each<[string, (token: string) => Promise<unknown>, boolean]>([
    ['goes on when its token expires meanwhile', async () => undefined, true],
    [
      'breaks off when a token that has expired meanwhile is revoked',
      (token) => swath.send('POST', '/oauth/revoke', { json: { token } }),
      false,
    ],
  ])('%s', async (_, happen, goesOn) => {
    const { token } = await writerOf(swath, ['search'], ['heavy']);
    const answer = await open(exported, token);
    clock.advance(13 * hourMs);
    onTestFinished(() => clock.advance(-13 * hourMs));
    await sweepExpired(swath.service);
    await happen(token);
    await setTimeout(1_100);
    expect([await isWhole(answer), (await swath.get(exported, { token })).status]).toEqual([goesOn, 401]);
  });

  test('goes on when one more collection is granted', async () => {
    const { account, token } = await writerOf(swath, ['search'], ['heavy']);
    const answer = await open(exported, token);
    await change({ id: account.id, token }, { collections: ['heavy', 'light'] });
    await setTimeout(1_100);
    expect(await isWhole(answer)).toBe(true);
  });
});
