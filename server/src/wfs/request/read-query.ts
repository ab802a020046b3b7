import { type SearchRequest, everything } from '../../catalog/search-request.ts';
import type { FilterReading } from '../../catalog/languages/attributes.ts';
import { invalidParameter, missingParameter, wfsException } from '../exception.ts';
import { filterOfIds, readFeatureId } from '../feature-ids.ts';
import { type FeatureType, filterAttribute } from '../feature-type.ts';
import { type OutputCrs, defaultCrs } from '../output-crs.ts';
import type { Output } from '../outputs/output.ts';
import { outputNamed, outputOfVersion } from '../outputs/outputs.ts';
import type { Version } from '../versions.ts';
import { readConditions } from './read-conditions.ts';
import { type Ask, valueOf } from './parameters.ts';
import { type Shown, readOutputCrs, readShown, readSortBy } from './read-shown.ts';
import { requireTypes } from './type-names.ts';

/** Which features are asked for, and how. */
export type FeatureQuery = Shown & {
  readonly version: Version;
  readonly output: Output;
  readonly isHits: boolean;
  /** Null where the caller leaves it to the service. */
  readonly count: number | null;
  readonly startIndex: number;
  /** Without its page. */
  readonly search: SearchRequest;
  readonly crs: OutputCrs;
  readonly options: Readonly<Record<string, string>>;
};

export type QueryNeeds = { readonly type: FeatureType; readonly version: Version; readonly nowMs: number };

export function readFeatureQuery(ask: Ask, { type, version, nowMs }: QueryNeeds): FeatureQuery {
  const types = valueOf(ask, 'typenames', 'typename');
  if (types === null && valueOf(ask, 'resourceid', 'featureid') === null)
    throw missingParameter(version === '2.0.0' ? 'typeNames' : 'typeName');
  if (types !== null) requireTypes(types, type, ask);
  requireLocalResolve(ask);
  const shown = readShown(ask, type);
  const output = readOutput(ask, version);
  const crs = readOutputCrs(ask, version);
  return {
    ...shown,
    version,
    output,
    isHits: readHits(ask),
    count: readWhole(ask, 'count', 'maxfeatures'),
    startIndex: readWhole(ask, 'startIndex') ?? 0,
    search: { ...everything, ...readConditions(ask, readingOf(type, version, nowMs)), sort: readSortBy(ask, type) },
    crs: output.isInDegrees === true ? defaultCrs['1.0.0'] : crs,
    options: readOptions(valueOf(ask, 'format_options') ?? ''),
  };
}

/** Coordinates without a CRS are in the order of the version (1.0.0 knew none but longitude first). */
const readingOf = (type: FeatureType, version: Version, nowMs: number): FilterReading => ({
  isLatLon: version !== '1.0.0',
  attribute: (name) => filterAttribute(type, name),
  nowMs,
  features: (ids) => filterOfIds(ids.map(readFeatureId)),
});

function readOutput(ask: Ask, version: Version): Output {
  const name = valueOf(ask, 'outputformat');
  if (name === null) return outputOfVersion(version);
  const output = outputNamed(name);
  if (output === null)
    throw invalidParameter('outputFormat', `'${name}' is not offered: the capabilities list what is`);
  return output;
}

function readHits(ask: Ask): boolean {
  const text = valueOf(ask, 'resulttype') ?? 'results';
  if (!/^(?:hits|results)$/i.test(text)) throw invalidParameter('resultType', `'${text}' is neither hits nor results`);
  return text.toLowerCase() === 'hits';
}

const farthest = 1e9;

function readWhole(ask: Ask, ...names: readonly string[]): number | null {
  const text = valueOf(ask, ...names.map((name) => name.toLowerCase()));
  if (text === null) return null;
  if (!/^\+?\d+$/.test(text)) throw invalidParameter(names[0]!, `'${text}' is not a whole number from 0 on`);
  const value = Number(text);
  return names[0] === 'startIndex' && value > farthest
    ? refuseFar(names[0], text)
    : Math.min(value, Number.MAX_SAFE_INTEGER);
}

const refuseFar = (name: string, text: string): never => {
  throw invalidParameter(name, `'${text}' is farther than ${farthest}`);
};

function requireLocalResolve(ask: Ask): void {
  const text = valueOf(ask, 'resolve');
  if (text !== null && !/^(?:none|local)$/i.test(text))
    throw wfsException('OptionNotSupported', 'resolve', `'${text}' is not offered: none and local are`);
}

/** `name:value;name:value` */
function readOptions(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(';').map((pair) => pair.split(':') as [string, ...string[]]);
  const named = pairs.filter(([name]) => name.trim() !== '');
  return Object.fromEntries(named.map(([name, ...value]) => [name.trim().toLowerCase(), value.join(':').trim()]));
}
