import { mostSteps, tileSteps } from '../../grid/cell.ts';
import { isNumberText } from '../languages/search-query.ts';
import type { PropertyMap, PropertyStatistics } from '../property-statistics.ts';
import { type JsonObject, refuse } from '../refuse.ts';
import { type OwnKind, kindsOfProperty, ownNames, propertyNamed } from './aggregation-names.ts';
import { mostGeohashDigits } from './geohash.ts';
import { highestZoom } from './map-tile.ts';
import { type Measure, type TimeStep, timeSteps } from './measure.ts';
import { smallestStep, stepFor } from './number-buckets.ts';

export type MeasureNeeds = {
  readonly declared: readonly string[];
  /** Of the visible items; null where no name asks for it. */
  readonly properties: PropertyMap | null;
  readonly details: JsonObject;
  /** In a collection only what its items have can be asked for. */
  readonly mustBeKnown: boolean;
};

/**
 * What a name asks for, with what was said about it; unknown names are refused by name. A property that has numbers and
 * texts can be counted as either.
 */
export function readMeasures(name: string, needs: MeasureNeeds): readonly Measure[] {
  const kind = ownNames.get(name);
  return kind === undefined ? measuresOfProperty(name, needs) : [ownMeasure(name, kind, needs)];
}

function ownMeasure(name: string, kind: OwnKind, { details }: MeasureNeeds): Measure {
  switch (kind) {
    case 'times':
      return { kind, step: readTimeStep(details, `${name}_interval`) };
    case 'geohash':
      return { kind, precision: readWhole(details, `${name}_precision`, 1, mostGeohashDigits) };
    case 'tiles':
      return { kind, zoom: readWhole(details, `${name}_precision`, 0, highestZoom) };
    case 'cells':
      return { kind, steps: readWhole(details, `${name}_precision`, 1, mostSteps, tileSteps) };
    default:
      return { kind };
  }
}

function measuresOfProperty(name: string, needs: MeasureNeeds): readonly Measure[] {
  const { declared, properties, mustBeKnown } = needs;
  const property = propertyNamed(name, declared);
  const statistics = property === null ? undefined : properties?.get(property);
  if (property === null || (mustBeKnown && statistics === undefined)) return unknown(name);
  if (statistics === undefined) return [{ kind: 'terms', property }];
  const kinds = kindsOfProperty(statistics);
  if (kinds.length === 0) return unknown(name);
  return kinds.map((kind) => (kind === 'terms' ? { kind, property } : numbersOf(property, name, statistics, needs)));
}

function numbersOf(
  property: string,
  name: string,
  { least, greatest }: PropertyStatistics,
  { details, declared }: MeasureNeeds,
): Measure {
  const usual = typeof least === 'number' && typeof greatest === 'number' ? stepFor(least, greatest) : 1;
  return { kind: 'numbers', property, step: readStep(details, intervalOf(property, name, details, declared), usual) };
}

/** The member that says how wide ranges are: of the name that was asked for, or of another spelling of it. */
function intervalOf(property: string, name: string, details: JsonObject, declared: readonly string[]): string {
  const own = `${name}${interval}`;
  const isOf = (member: string) => member.endsWith(interval) && propertyOf(member, declared) === property;
  return Object.hasOwn(details, own) ? own : (Object.keys(details).find(isOf) ?? own);
}

const interval = '_interval';
const propertyOf = (member: string, declared: readonly string[]): string | null =>
  propertyNamed(member.slice(0, -interval.length), declared);

/** Members that say something of an aggregation that there is. */
export function isDetail(member: string, declared: readonly string[]): boolean {
  if (member === 'datetime_frequency_interval') return true;
  if (member.endsWith(interval)) return propertyOf(member, declared) !== null;
  const kind = ownNames.get(member.replace(/_precision$/, ''));
  return kind === 'geohash' || kind === 'tiles' || kind === 'cells';
}

const unknown = (name: string): never => refuse('aggregations', `names '${name}', which is not supported`);

function readTimeStep(details: JsonObject, member: string): TimeStep {
  const given = details[member] ?? 'month';
  return timeSteps.find((step) => step === given) ?? refuse(member, `must be one of ${timeSteps.join(', ')}`);
}

/** The least where nothing is said, if nothing else is usual. */
function readWhole(details: JsonObject, member: string, least: number, most: number, usual = least): number {
  const value = numberOf(details[member] ?? usual);
  return value !== null && Number.isInteger(value) && value >= least && value <= most
    ? value
    : refuse(member, `must be a whole number from ${least} to ${most}`);
}

const largestStep = 1e12;

/** What is usual for the values there are is taken as it is: one stray value must not refuse everyone. */
function readStep(details: JsonObject, member: string, usual: number): number {
  const given = details[member] ?? null;
  if (given === null) return usual;
  const value = numberOf(given);
  return value !== null && value >= smallestStep && value <= largestStep
    ? value
    : refuse(member, `must be a number from ${smallestStep} to ${largestStep}`);
}

/** Parameters of a URL are texts. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isNumberText(value) ? Number(value) : null;
}
