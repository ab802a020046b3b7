import { namesText, readNames } from '../catalog/collection-names.ts';
import { type Conditions, conditionsText, readConditions } from './conditions.ts';
import { type ItemKey, readKey } from './item-key.ts';
import { type Period, periodText, readPeriod } from './period.ts';

export const sorts = ['newest', 'oldest', 'clearest'] as const;
export type Sort = (typeof sorts)[number];

export const panes = ['list', 'map'] as const;
export type Pane = (typeof panes)[number];

/** Where the map looks. */
export type ExploreView = { readonly center: readonly [longitude: number, latitude: number]; readonly zoom: number };

/** All that the page shows: it is the address, so that a link shows the same. */
export type ExploreState = {
  readonly q: string;
  readonly collections: readonly string[];
  readonly period: Period;
  readonly conditions: Conditions;
  /** An area of interest as text. */
  readonly aoi: string;
  readonly sort: Sort;
  /** Null until somebody moves the map: it then shows what was found. */
  readonly view: ExploreView | null;
  /** The item whose details are open. */
  readonly item: ItemKey | null;
  /** Items whose imagery is on the map. */
  readonly shown: readonly ItemKey[];
  /** Left and right of the swipe. */
  readonly compared: readonly [ItemKey, ItemKey] | null;
  /** Where there is room for one alone. */
  readonly pane: Pane;
};

export const mostShown = 12;
const longestText = 2_000;
const mostCollections = 200;

export function readState(address: URLSearchParams): ExploreState {
  const keys = (name: string) => [...new Set(address.getAll(name).filter((key) => readKey(key) !== null))];
  const [left, right] = keys('compare');
  return {
    q: (address.get('q') ?? '').slice(0, longestText),
    collections: readNames(address.get('collections') ?? '').slice(0, mostCollections),
    period: readPeriod(address.get('datetime')),
    conditions: readConditions(address.get('where')),
    aoi: (address.get('aoi') ?? '').trim(),
    sort: oneOf(sorts, address.get('sort')),
    view: readView(address.get('view')),
    item: keys('item')[0] ?? null,
    shown: keys('show').slice(0, mostShown),
    compared: left !== undefined && right !== undefined ? [left, right] : null,
    pane: oneOf(panes, address.get('pane')),
  };
}

/** What is as usual is left out. */
export function printState(state: ExploreState): URLSearchParams {
  const address = new URLSearchParams();
  const put = (name: string, value: string) => value !== '' && address.append(name, value);
  put('q', state.q);
  put('collections', namesText(state.collections));
  put('datetime', periodText(state.period));
  put('where', conditionsText(state.conditions));
  put('aoi', state.aoi);
  put('sort', state.sort === sorts[0] ? '' : state.sort);
  put('view', viewText(state.view));
  put('item', state.item ?? '');
  for (const key of state.shown) put('show', key);
  for (const key of state.compared ?? []) put('compare', key);
  put('pane', state.pane === panes[0] ? '' : state.pane);
  return address;
}

/** Whether anything narrows the search. */
export const isNarrowed = ({ q, collections, period, conditions, aoi }: ExploreState): boolean =>
  q.trim() !== '' ||
  collections.length > 0 ||
  period.from !== null ||
  period.to !== null ||
  Object.keys(conditions).length > 0 ||
  aoi !== '';

const oneOf = <T extends string>(choices: readonly [T, ...T[]], text: string | null): T =>
  choices.find((choice) => choice === text) ?? choices[0];

const viewText = (view: ExploreView | null): string =>
  view === null ? '' : [view.center[0].toFixed(5), view.center[1].toFixed(5), view.zoom.toFixed(2)].join(',');

function readView(text: string | null): ExploreView | null {
  const numbers = (text ?? '').split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  const [longitude = Number.NaN, latitude = Number.NaN, zoom = Number.NaN] = numbers;
  // A small map shows the whole world from a zoom below zero.
  const isPlace = Math.abs(longitude) <= 540 && Math.abs(latitude) <= 90 && zoom >= -2 && zoom <= 24;
  return numbers.length === 3 && isPlace ? { center: [longitude, latitude], zoom } : null;
}
