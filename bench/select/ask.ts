import type { Bench } from '../support/bench.ts';

export type SelectAnswer = {
  readonly status: string;
  readonly stack_depth_summary: { readonly cells: number; readonly candidate_tiles: number; readonly tiles: number };
};

export type Asked<T> = { readonly answer: T; readonly wallMs: number; readonly cpuMs: number };

/** One request with nothing beside it: its wait, and the CPU of all threads of the server meanwhile. */
export async function ask<T>({ served, headers }: Bench, path: string, body: unknown): Promise<Asked<T>> {
  const before = await served.cpuSeconds();
  const start = performance.now();
  const response = await fetch(`${served.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const wallMs = performance.now() - start;
  const cpuMs = ((await served.cpuSeconds()) - before) * 1_000;
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
  return { answer: JSON.parse(text) as T, wallMs, cpuMs };
}

const kmPerDegree = 111.32;

/** A square of that many square kilometres around a place. */
export function squareAround([longitude, latitude]: readonly [number, number], sqkm: number): readonly number[] {
  const high = Math.sqrt(sqkm) / kmPerDegree / 2;
  const wide = high / Math.cos((latitude * Math.PI) / 180);
  return [longitude - wide, latitude - high, longitude + wide, latitude + high];
}

/** Every field that only a computation against the area of interest gives. */
export const aoiQuery = {
  'aoi:data_percentage': { gte: 5 },
  'aoi:cloud_free_percentage': { gte: 10 },
  'aoi:data_area_sqkm': { gte: 1 },
  'tile:data_percentage': { gt: 1 },
};
