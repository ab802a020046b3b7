import type { Expression, Filter } from '../filter.ts';

export type AttributeType = 'string' | 'number' | 'integer' | 'boolean' | 'dateTime' | 'geometry';

/** What a feature type shows of an item, under the name that its clients use. */
export type Attribute = {
  readonly name: string;
  readonly type: AttributeType;
  /** Its value, as the tree says it. */
  readonly expression: Expression;
  /** What is stored is what is shown times this; 1 when absent, and always above 0. */
  readonly factor?: number;
  readonly identity?: Identity;
};

/** Of the attribute that is a feature's id: clients are shown more than is stored. */
export type Identity = {
  /** Stands before what is stored. */
  readonly prefix: string;
  features(ids: readonly string[]): Filter;
};

/** What ECQL and FES must know besides the text. */
export type FilterReading = {
  /** Coordinates without a CRS of their own are latitude, longitude. */
  readonly isLatLon: boolean;
  /** Null: there is no such attribute. Asked with the name as written, then without path and prefix. */
  attribute(name: string): Attribute | null;
  /** The instant of now(). */
  readonly nowMs: number;
  /** The features with these ids; without it, the items with them, a type's name and a dot before them or not. */
  features?(ids: readonly string[]): Filter;
};

/** Names arrive with a prefix (`Vendor:source`), as paths (`FinishedFeature/source`), and plain. */
export function findAttribute(reading: FilterReading, written: string): Attribute | null {
  const step = written.slice(written.lastIndexOf('/') + 1);
  const local = step.slice(step.lastIndexOf(':') + 1);
  for (const name of new Set([written, step, local])) {
    const attribute = name === '' ? null : reading.attribute(name);
    if (attribute !== null) return attribute;
  }
  return null;
}
