import { compareCodePoints } from '../../catalog/evaluate/scalars.ts';
import type { Cell } from '../../grid/cell.ts';
import type { Layer } from '../../tiles/layer.ts';
import type { ItemFacts } from './item-facts.ts';

/** What one item shows of a cell. */
export type CandidateSource = { readonly facts: ItemFacts; readonly data: Layer; readonly clouds: Layer | null };

/** A tile that may be chosen: what the items of one acquisition show of a cell. */
export type Candidate = {
  readonly cell: Cell;
  readonly collection: string;
  readonly acquisition: string;
  /** In the order in which they were found. */
  readonly sources: CandidateSource[];
};

/** Uppermost first: newest, then by id. */
export const inOrder = (sources: readonly CandidateSource[]): readonly CandidateSource[] =>
  sources.length === 1
    ? sources
    : sources.toSorted(
        ({ facts: a }, { facts: b }) => compareCodePoints(b.takenAt, a.takenAt) || compareCodePoints(a.id, b.id),
      );
