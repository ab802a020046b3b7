import { csv } from './csv.ts';
import { geojson } from './geojson.ts';
import { geopackage } from './geopackage.ts';
import { gml212 } from './gml212.ts';
import { gml311 } from './gml311.ts';
import { gml32 } from './gml32.ts';
import { kml } from './kml.ts';
import { shapeZip } from './shape-zip.ts';
import { valueCollection } from './value-collection.ts';
import type { Version } from '../versions.ts';
import type { Output } from './output.ts';

/** Every format that features may leave in, in the order of the capabilities. `output.ts` is settled: a new one is a file and a line here. */
export const outputs: readonly Output[] = [gml32, gml311, gml212, geojson, csv, shapeZip, kml, geopackage];

const byName = new Map(
  outputs.flatMap((output) => [output.name, ...output.alsoNamed].map((name) => [normal(name), output] as const)),
);

/** The format that a name means, whatever its case and blanks; null where it is none of ours. */
export const outputNamed = (name: string): Output | null => byName.get(normal(name)) ?? null;

/** The output of a job, by its own name. */
export const outputOfJob = (name: string): Output =>
  name === valueCollection.name ? valueCollection : outputNamed(name)!;

/** What is answered where no format is asked for. */
const usual: Readonly<Record<Version, Output>> = { '2.0.0': gml32, '1.1.0': gml311, '1.0.0': gml212 };

export const outputOfVersion = (version: Version): Output => usual[version];

/** A `+` in a URL arrives as a blank. */
function normal(name: string): string {
  return name
    .toLowerCase()
    .replace(/^([\w.]+\/[\w.-]+) (?=xml|json)/, '$1+')
    .replaceAll(/\s+/g, '')
    .replaceAll('"', '');
}
