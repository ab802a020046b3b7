import type { Visibility } from '../catalog/visibility.ts';
import type { Page, PageRequest } from '../shared/page.ts';
import type { ListedSelection, SelectRequest, SelectSummary, Selection } from './selection.ts';

export type SurveyJob = {
  readonly request: SelectRequest;
  readonly visibility: Visibility;
  /** What "now" is for the age of imagery: a survey that is made again finds the same. */
  readonly nowMs: number;
  /** The account whose turn it takes. */
  readonly owner?: string;
};

/** The chosen tiles travel and are kept packed, in pieces; `pack-cells.ts` opens them. */
export type Survey = { readonly summary: SelectSummary; readonly packedCells: readonly string[] };

/** Looks through the archive for the best tiles, away from the thread that answers requests. */
export type Surveyor = { survey(job: SurveyJob, signal?: AbortSignal): Promise<Survey> };

export type SelectionOutcome =
  | { readonly status: 'SUCCEEDED'; readonly survey: Survey }
  | { readonly status: 'FAILED'; readonly failure: string };

export type SelectionStore = {
  /** A finished one comes with its outcome; a running one without, and under a lease. */
  create(selection: Selection, outcome: SelectionOutcome | null, leaseUntilMs: number | null): Promise<void>;
  /** False where it is gone or was finished already. */
  finish(id: string, outcome: SelectionOutcome): Promise<boolean>;
  /** Keeps others from surveying it again. */
  extendLease(ids: readonly string[], leaseUntilMs: number): Promise<void>;
  /** Leaves them to whoever claims them next, as if they had not been tried here. */
  giveBack(ids: readonly string[], nowMs: number): Promise<void>;
  /** Running ones whose lease has run out, now leased to the caller; `attempts` counts this one. */
  claimLost(nowMs: number, leaseUntilMs: number): Promise<readonly { selection: Selection; attempts: number }[]>;
  /** Null for another account's, and for one that has expired. */
  byId(accountId: string, id: string, nowMs: number): Promise<Selection | null>;
  /** The same whoever's it is: for addresses that the service has signed. */
  ofAnyone(id: string, nowMs: number): Promise<Selection | null>;
  /** Newest first. */
  list(accountId: string, page: PageRequest, nowMs: number): Promise<Page<ListedSelection>>;
  /** In order, one piece in memory at a time; throws where the select goes meanwhile. */
  packedCells(id: string): AsyncIterable<string>;
  /** Removes the expired; how many went. */
  sweep(nowMs: number): Promise<number>;
};
