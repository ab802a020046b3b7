/** What an item of the collection looks like. */
export type Family = 'scene' | 'aerial' | 'very-high' | 'swath' | 'composite';

export type MadeCollection = {
  readonly id: string;
  readonly family: Family;
  /** Of all items. */
  readonly share: number;
};

/** One of twenty items is in it: what a narrow grant lets its bearer see. */
export const grantedCollection = 'very-high-archive';

const eventCount = 38;
const eventShare = 0.16;
const harmonic = Array.from({ length: eventCount }, (_, rank) => 1 / (rank + 1)).reduce((sum, part) => sum + part, 0);

/** The first event is a hundredth of the catalogue's items and more, the last one a thousandth. */
const events = Array.from({ length: eventCount }, (_, rank): MadeCollection => ({
  id: `event-${String(rank + 1).padStart(2, '0')}`,
  family: 'very-high',
  share: eventShare / (rank + 1) / harmonic,
}));

export const madeCollections: readonly MadeCollection[] = [
  { id: 'scenes-level-2', family: 'scene', share: 0.38 },
  { id: 'scenes-level-1', family: 'scene', share: 0.17 },
  { id: 'aerial', family: 'aerial', share: 0.18 },
  { id: grantedCollection, family: 'very-high', share: 0.05 },
  { id: 'composites-short', family: 'composite', share: 0.04 },
  { id: 'composites-annual', family: 'composite', share: 0.01 },
  { id: 'radar-swaths', family: 'swath', share: 0.01 },
  ...events,
];

const upTo = Float64Array.from(
  madeCollections,
  (
    (sum) => (made: MadeCollection) =>
      (sum += made.share)
  )(0),
);

/** The collection that a number from 0 to 1 falls to. */
export function collectionAt(draw: number): MadeCollection {
  const index = upTo.findIndex((bound) => draw < bound);
  return madeCollections[index < 0 ? madeCollections.length - 1 : index]!;
}

export function collectionDocument({ id, family }: MadeCollection): Record<string, unknown> {
  return {
    type: 'Collection',
    stac_version: '1.0.0',
    id,
    title: id,
    description: `Made items: ${family}.`,
    license: 'proprietary',
    extent: {
      spatial: { bbox: [[-180, -90, 180, 90]] },
      temporal: { interval: [['2010-01-01T00:00:00Z', null]] },
    },
    links: [],
  };
}
