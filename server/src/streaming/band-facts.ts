import { type JsonObject, isObject } from '../catalog/refuse.ts';
import type { BandFacts, BandMoments } from '../imagery/render/look.ts';

/** What an asset says of its bands: `bands` of STAC 1.1, or `eo:bands` and `raster:bands` before it. */
export function bandFactsOf(asset: JsonObject): readonly BandFacts[] {
  const [bands, eo, raster] = ['bands', 'eo:bands', 'raster:bands'].map((name) => listOf(asset[name]));
  const count = Math.min(mostBands, Math.max(bands!.length, eo!.length, raster!.length));
  return Array.from({ length: count }, (_, index) => {
    const band = { ...bands![index], ...eo![index] };
    return {
      name: textOf(band['name']),
      commonName: textOf(band['eo:common_name']) ?? textOf(band['common_name']),
      statistics: momentsOf(band['statistics']) ?? momentsOf(raster![index]?.['statistics']),
    };
  });
}

const mostBands = 64;

const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.map((each) => (isObject(each) ? each : {})) : [];

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function momentsOf(value: unknown): BandMoments | null {
  if (!isObject(value)) return null;
  const { minimum, maximum, mean, stddev } = value;
  const isWhole = [minimum, maximum, mean, stddev].every((each) => typeof each === 'number' && Number.isFinite(each));
  return isWhole ? ({ minimum, maximum, mean, stddev } as BandMoments) : null;
}
