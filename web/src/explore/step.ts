import { type ExploreState, panes, printState } from './state.ts';

/** A change of what is searched for or compared: the Back button undoes it. */
export type Step = { readonly text: string; readonly members: string; readonly atMs: number };

export const stepAt = (text: string, change: Partial<ExploreState>, atMs: number): Step => ({
  text,
  members: Object.keys(change).join(' '),
  atMs,
});

/** Where the map looks, and what is open or shown on it, belongs to the step that it is done in. */
export const stepText = (state: ExploreState): string =>
  printState({ ...state, view: null, item: null, shown: [], pane: panes[0] }).toString();

const pauseMs = 2_000;

/** A word that is typed on or a slider that is dragged on is one step, unless somebody went back meanwhile. */
export const isGoingOn = (latest: Step, from: string, next: Step): boolean =>
  latest.text === from && latest.members === next.members && next.atMs - latest.atMs < pauseMs;
