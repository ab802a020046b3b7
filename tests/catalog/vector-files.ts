import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../shared/vectors/cql2/', import.meta.url));

/** The standard's test vectors lie beside the project, not in it. */
export const hasVectors = existsSync(folder);
export const whySkipped = hasVectors ? '' : ' (skipped: no ../shared/vectors beside the project)';

export const readJson = (name: string): unknown => JSON.parse(readFileSync(`${folder}${name}`, 'utf8'));
export const readText = (name: string): string => readFileSync(`${folder}${name}`, 'utf8');
export const listFiles = (name: string): readonly string[] => readdirSync(`${folder}${name}`).sort();

type CountRow = {
  readonly conformanceClass: string;
  readonly dataSource: string;
  readonly filter: string;
  readonly expectedCount: number;
  readonly observedCount?: number;
};

export const countRows = (): readonly CountRow[] =>
  hasVectors ? (readJson('expected-counts.json') as { tests: CountRow[] }).tests : [];

export type Feature = {
  readonly id: unknown;
  readonly geometry: unknown;
  readonly properties: Record<string, unknown>;
};

const layers = new Map<string, readonly Feature[]>();

export function layer(name: string): readonly Feature[] {
  const features = layers.get(name) ?? (readJson(`${name}.geojson`) as { features: Feature[] }).features;
  layers.set(name, features);
  return features;
}
