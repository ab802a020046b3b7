import { get } from 'node:http';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packCells } from '../../../server/src/select/pack-cells.ts';
import { PlatformError } from '../../../server/src/shared/errors.ts';
import { sampleCells } from '../../select/support/sample-selection.ts';
import { type Variant, startVariant } from '../../support/start-variant.ts';
import { type SelectService, found, startSelectService } from './support-select.ts';

/** Too much for the buffers between here and there. */
const pieces = 40;

let swath: SelectService;
let id: string;
let variant: Variant;
let opened = 0;
let closed = 0;
let brokenAt = Infinity;

beforeAll(async () => {
  swath = await startSelectService();
  const [packed] = packCells(sampleCells(8, 8));
  swath.surveyBy(async () => ({ summary: found().summary, packedCells: Array<string>(pieces).fill(packed!) }));
  ({ id } = await swath.select());
  const { selections } = swath.service;
  async function* watched(selectId: string) {
    opened++;
    try {
      let piece = 0;
      for await (const packedCells of selections.packedCells(selectId)) {
        if (piece++ === brokenAt) throw new PlatformError('select_not_found', selectId);
        yield packedCells;
      }
    } finally {
      closed++;
    }
  }
  variant = await startVariant(swath.service, { selections: { ...selections, packedCells: watched } });
});
afterAll(async () => {
  await variant.stop();
  await swath.stop();
});

const temporary = () => {
  try {
    return readdirSync(join(swath.dataFolder, 'temporary'));
  } catch {
    return [];
  }
};

type Received = { readonly bytes: number; readonly isWhole: boolean };

/** Reads until `enough` bytes came, then leaves; says whether the answer came to its proper end. */
const read = (format: string, encoding: string, enough = Infinity) =>
  new Promise<Received>((resolve) => {
    const headers = { authorization: `Bearer ${swath.token}`, 'accept-encoding': encoding };
    const request = get(`${variant.url}/select/files/${id}.${format}?download=1`, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes >= enough) request.destroy();
      });
      answer.on('error', () => undefined);
      answer.on('close', () => resolve({ bytes, isWhole: answer.complete }));
    });
    request.on('error', () => undefined);
  });

describe('a file that is sent while it is made', () => {
  test.each(['geojson', 'csv', 'gpkg', 'html'])('%s: a reader who leaves ends its making', async (format) => {
    [opened, closed] = [0, 0];
    expect((await read(format, 'identity', 1)).isWhole).toBe(false);
    await expect.poll(() => [opened > 0, closed]).toEqual([true, opened]);
    await expect.poll(temporary).toEqual([]);
  });

  test.each([
    ['geojson', 'identity'],
    ['geojson', 'gzip'],
    ['geojson', 'br'],
    ['stac', 'gzip'],
    ['csv', 'identity'],
  ])('%s as %s: one that breaks is broken off, and never looks whole', async (format, encoding) => {
    brokenAt = 30;
    try {
      const { bytes, isWhole } = await read(format, encoding);
      expect([bytes > 0, isWhole]).toEqual([true, false]);
    } finally {
      brokenAt = Infinity;
    }
    expect((await read(format, encoding)).isWhole).toBe(true);
  });

  test('one that breaks before its first byte is an error with its reason', async () => {
    brokenAt = 0;
    try {
      const headers = { authorization: `Bearer ${swath.token}` };
      const answer = await fetch(`${variant.url}/select/files/${id}.gpkg?download=1`, { headers });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ message: `Bad Request: Select ID ${id} not found` }),
      ]);
      expect(answer.headers.get('content-disposition')).toBeNull();
    } finally {
      brokenAt = Infinity;
    }
    await expect.poll(temporary).toEqual([]);
  });
});
