import { currentSearch, pushSearch, replaceSearch } from '../router/location.ts';
import type { ItemKey } from './item-key.ts';
import { isGoingOn, stepAt, stepText } from './step.ts';
import { type ExploreState, mostShown, printState, readState } from './state.ts';

export const currentState = (): ExploreState => readState(new URLSearchParams(currentSearch()));

let latest = stepAt('', {}, -Infinity);

/** Of what stands in the address at this moment, not of what was drawn last. */
export function changeState(change: Partial<ExploreState>): void {
  const before = currentState();
  const after = { ...before, ...change };
  const [from, to] = [stepText(before), stepText(after)];
  if (from === to) return replaceSearch(printState(after));
  const next = stepAt(to, change, Date.now());
  const move = isGoingOn(latest, from, next) ? replaceSearch : pushSearch;
  latest = next;
  move(printState(after));
}

export const openItem = (item: ItemKey | null): void => changeState({ item });

/** The oldest goes when there are too many. */
export function showImagery(key: ItemKey): void {
  const others = currentState().shown.filter((each) => each !== key);
  changeState({ shown: [...others, key].slice(-mostShown), pane: 'map' });
}

export function hideImagery(key: ItemKey): void {
  changeState({ shown: currentState().shown.filter((each) => each !== key) });
}

/** Without a view, so that the maps look at what is compared. */
export const compare = (left: ItemKey, right: ItemKey): void =>
  changeState({ compared: [left, right], view: null, pane: 'map' });

/** Everything that narrows the search. */
export function clearSearch(): void {
  changeState({ q: '', collections: [], period: { from: null, to: null }, conditions: {}, aoi: '' });
}
