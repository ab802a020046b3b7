import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Survey } from '../../../server/src/select/ports.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';
import { assert, invalidParameters } from '../../support/assert.ts';
import { call } from '../../support/call.ts';
import { type SelectRecord, type SelectService, bbox, found, startSelectService, timeless } from './support-select.ts';

let swath: SelectService;

beforeAll(async () => {
  swath = await startSelectService({ SWATH_SELECT_WAIT: '0' });
});
afterEach(() => swath.surveyBy());
afterAll(() => swath.stop());

/** A survey that waits for the test. */
function held() {
  const ends = new EventEmitter();
  const survey = once(ends, 'end').then(() => found());
  return {
    survey: () => survey,
    finish: () => void ends.emit('end'),
    fail: (error: Error) => void ends.emit('error', error),
  };
}

const polled = async (id: string) => (await swath.ask('GET', `/select/${id}`)).json<SelectRecord>();

describe('a select that takes longer than the answer waits', () => {
  test('POST 200 RUNNING with the same members, polled until it is SUCCEEDED', async () => {
    const slow = held();
    swath.surveyBy(slow.survey);
    const json = { bbox, best_cover: 90, name: 'slow', unheard_of: 1 };
    const running = await swath.select(json);
    expect(running).toMatchObject({
      status: 'RUNNING',
      results: [],
      acquisitions: [],
      unique_acquisitions: null,
      stack_depth_summary: null,
      usage: null,
      cover: null,
      error_message: null,
      name: 'slow',
      request_details: { bbox, query: {}, stack_depth: 5 },
    });
    expect(running.warnings).toEqual([expect.stringContaining('unheard_of')]);
    expect(timeless(await polled(running.id))).toEqual(timeless(running));
    slow.finish();
    await expect.poll(async () => (await polled(running.id)).status).toBe('SUCCEEDED');
    const done = await polled(running.id);
    expect(Object.keys(done).sort()).toEqual(Object.keys(running).sort());
    expect(done).toMatchObject({ id: running.id, created: running['created'], unique_acquisitions: 2 });
    const { data } = (await swath.ask('GET', '/selects')).json<{ data: SelectRecord[] }>();
    expect(data.find(({ id }) => id === running.id)?.status).toBe('SUCCEEDED');
  });

  test('its record is that of one that was done at once', async () => {
    const slow = held();
    swath.surveyBy(slow.survey);
    const { id } = await swath.select();
    slow.finish();
    await expect.poll(async () => (await polled(id)).status).toBe('SUCCEEDED');
    const quick = await startSelectService();
    try {
      const { id: _, select_id: __, links: ___, ...atOnce } = timeless(await quick.select());
      expect(timeless(await polled(id))).toMatchObject(atOnce);
    } finally {
      await quick.stop();
    }
  });

  test('files 400 while it runs, links and all', async () => {
    const slow = held();
    swath.surveyBy(slow.survey);
    const { id, links } = await swath.select();
    const { self: _, ...files } = links;
    for (const link of Object.values(files))
      assert.refusal(await swath.ask('GET', new URL(link).pathname), {
        ...invalidParameters,
        message: 'Bad Request: the select is still running: its files are there when it is done',
      });
    slow.finish();
    await expect.poll(async () => (await polled(id)).status).toBe('SUCCEEDED');
    expect((await swath.ask('GET', `/select/files/${id}.geojson`)).status).toBe(200);
  });

  test('FAILED says why in error_message, and its files are 400', async () => {
    const slow = held();
    swath.surveyBy(slow.survey);
    const { id } = await swath.select();
    slow.fail(new PlatformError('invalid_parameters', 'there are 200001 tiles to choose from, at most 200000 may be'));
    await expect.poll(async () => (await polled(id)).status).toBe('FAILED');
    expect(await polled(id)).toMatchObject({
      results: [],
      usage: null,
      error_message: { Error: 'Select failed', Cause: 'there are 200001 tiles to choose from, at most 200000 may be' },
    });
    assert.refusal(await swath.ask('GET', `/select/files/${id}.csv`), {
      ...invalidParameters,
      message: /the select has failed: there are 200001 tiles/,
    });
  });

  test('what goes wrong inside stays inside', async () => {
    const slow = held();
    swath.surveyBy(slow.survey);
    const { id } = await swath.select();
    slow.fail(new Error('/var/secret: SQLITE_CORRUPT'));
    await expect.poll(async () => (await polled(id)).status).toBe('FAILED');
    expect(JSON.stringify(await polled(id))).not.toMatch(/secret|SQLITE/);
  });
});

describe('a caller who leaves before the answer', () => {
  test('ends the survey, and nothing is stored', async () => {
    const patient = await startSelectService({ SWATH_SELECT_WAIT: '600' });
    try {
      let hasEnded = false;
      const begun = new Promise<void>((begin) => {
        patient.surveyBy((_job, signal) => {
          begin();
          return new Promise<Survey>((_, reject) =>
            signal!.addEventListener('abort', () => {
              hasEnded = true;
              reject(new DOMException('gone', 'AbortError'));
            }),
          );
        });
      });
      const leaving = new AbortController();
      const answer = fetch(`${patient.url}/select`, {
        method: 'POST',
        signal: leaving.signal,
        headers: { authorization: `Bearer ${patient.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ bbox }),
      });
      await begun;
      leaving.abort();
      await expect(answer).rejects.toThrow(/abort/i);
      await expect.poll(() => hasEnded).toBe(true);
      expect((await patient.ask('GET', '/selects')).json()).toEqual({ data: [], has_more: false });
    } finally {
      await patient.stop();
    }
  });
});

describe('a survey that fails before the answer', () => {
  test('is the answer, and nothing is stored', async () => {
    const quick = await startSelectService();
    try {
      const refuse = (error: Error) =>
        quick.surveyBy(async () => {
          throw error;
        });
      refuse(new PlatformError('invalid_parameters', 'there are 200001 tiles'));
      assert.refusal(await quick.ask('POST', '/select', { json: { bbox } }), {
        ...invalidParameters,
        message: 'Bad Request: there are 200001 tiles',
      });
      refuse(new PlatformError('unavailable', { reason: 'too many selects at once', retryAfterSeconds: 5 }));
      const busy = await quick.ask('POST', '/select', { json: { bbox } });
      expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
      refuse(new Error('/var/secret'));
      const broken = await call(quick.url, 'POST', '/select', { token: quick.token, json: { bbox } });
      expect([broken.status, broken.json()['message']]).toEqual([500, 'Internal Server Error']);
      expect((await quick.ask('GET', '/selects')).json()).toEqual({ data: [], has_more: false });
    } finally {
      await quick.stop();
    }
  });
});
