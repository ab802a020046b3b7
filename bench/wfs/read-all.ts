import type { FeatureServer } from './feature-server.ts';

export const formats = {
  GML: { outputFormat: 'application/gml+xml; version=3.2', mark: '<wfs:member>' },
  GeoJSON: { outputFormat: 'geojson', mark: '"Feature"' },
} as const;
export type Format = keyof typeof formats;

export type ReadAll = {
  readonly features: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly firstByteMs: number;
  readonly megabytes: number;
  readonly aboveIdleMb: number | null;
};

export const queryOf = (format: Format, more: Readonly<Record<string, string>> = {}): string => {
  const { outputFormat } = formats[format];
  const asked = { service: 'WFS', version: '2.0.0', request: 'GetFeature', typeNames: 'FinishedFeature', outputFormat };
  return new URLSearchParams({ ...asked, ...more }).toString();
};

/** How long the first bytes of an answer take, of which nothing else is read. */
export async function firstByteMs(server: FeatureServer, query: string): Promise<number> {
  const start = performance.now();
  for await (const chunk of await server.get(query)) if (chunk.length > 0) break;
  return performance.now() - start;
}

/** How many features an answer has, of which nothing is measured. */
export async function countFeatures(server: FeatureServer, format: Format, query: string): Promise<number> {
  const count = createCounter(formats[format].mark);
  let features = 0;
  for await (const chunk of await server.get(query)) features += count(chunk);
  return features;
}

const sampleMs = 20;

/** Reads an answer to its end, counts the features in it, and watches the memory of the server. */
export async function readAll(server: FeatureServer, format: Format, query = queryOf(format)): Promise<ReadAll> {
  const idleMb = server.residentMb();
  let mostMb = idleMb ?? 0;
  const sampling = setInterval(() => (mostMb = Math.max(mostMb, server.residentMb() ?? 0)), sampleMs);
  const count = createCounter(formats[format].mark);
  const cpuBefore = await server.cpuSeconds();
  const start = performance.now();
  let [bytes, firstByteMs, features] = [0, 0, 0];
  try {
    for await (const chunk of await server.get(query)) {
      if (bytes === 0) firstByteMs = performance.now() - start;
      bytes += chunk.length;
      features += count(chunk);
    }
  } finally {
    clearInterval(sampling);
  }
  const seconds = (performance.now() - start) / 1_000;
  const cpuSeconds = (await server.cpuSeconds()) - cpuBefore;
  const aboveIdleMb = idleMb === null ? null : mostMb - idleMb;
  return { features, seconds, cpuSeconds, firstByteMs, megabytes: bytes / 1e6, aboveIdleMb };
}

/** Also where the mark lies across two chunks. */
function createCounter(mark: string): (chunk: Uint8Array) => number {
  const wanted = Buffer.from(mark);
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const all = Buffer.concat([rest, chunk]);
    let [found, next] = [0, 0];
    for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, next)) {
      found++;
      next = at + wanted.length;
    }
    rest = all.subarray(Math.max(next, all.length - wanted.length + 1));
    return found;
  };
}
