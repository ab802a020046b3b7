import { mostSteps, tileSteps } from '../../grid/cell.ts';
import { isNumberText } from '../languages/search-query.ts';
import type { PropertyMap } from '../property-statistics.ts';
import { type JsonObject, refuse } from '../refuse.ts';
import { kindOfProperty, ownNames, propertyNamed } from './aggregation-names.ts';
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

/** What a name asks for, with what was said about it; unknown names are refused by name. */
export function readMeasure(name: string, needs: MeasureNeeds): Measure {
  const { details } = needs;
  const kind = ownNames.get(name);
  switch (kind) {
    case undefined:
      return measureOfProperty(name, needs);
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

function measureOfProperty(name: string, { declared, properties, details, mustBeKnown }: MeasureNeeds): Measure {
  const property = propertyNamed(name, declared);
  const statistics = property === null ? undefined : properties?.get(property);
  if (property === null || (mustBeKnown && statistics === undefined)) return unknown(name);
  const kind = statistics === undefined ? 'terms' : kindOfProperty(statistics);
  if (kind === null) return unknown(name);
  if (kind === 'terms') return { kind, property };
  const { least, greatest } = statistics!;
  const usual = typeof least === 'number' && typeof greatest === 'number' ? stepFor(least, greatest) : 1;
  return { kind, property, step: readStep(details, `${name}_interval`, usual) };
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
