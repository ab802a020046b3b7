import { type Box, flatBbox, plainBoxes } from '../../geometry/box.ts';
import type { Geometry } from '../../geometry/geojson.ts';
import { collectionMember, placeOfCollection } from './filterable-collection.ts';
import type { FilterableItem } from '../match-filter.ts';
import { type JsonObject, isObject } from '../refuse.ts';
import { type SearchableText, textOfCollection } from '../text/searchable-text.ts';
import { type TimeKey, timeIn } from '../time-key.ts';

/** Both ends belong to it; null is open. */
type Span = readonly [start: TimeKey | null, end: TimeKey | null];

/** As much of a collection as searches need: its extents, and the members that were asked for. */
export type SearchableCollection = {
  readonly id: string;
  readonly boxes: readonly Box[];
  readonly spans: readonly Span[];
  /** Null where nobody asked for it. */
  text: SearchableText | null;
  /** What filters and orders see: `properties` has what was asked for, by name. */
  readonly item: FilterableItem & { geometry: Geometry | null; readonly properties: Record<string, unknown> };
};

/** What a search looks at besides extents. */
export type WantedMembers = { readonly names: readonly string[]; readonly isTextWanted: boolean };

/** `text` is that of the document, where somebody has it already. */
export function searchableReader(
  wanted: WantedMembers,
): (document: JsonObject, text?: SearchableText | null) => SearchableCollection {
  const readMembers = memberReader(wanted);
  return (document, text = null) => {
    const id = document['id'] as string;
    const { boxes, spans } = extentsOf(document);
    const properties: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    const collection = { id, boxes, spans, text: null, item: { id, collection: id, geometry: null, properties } };
    readMembers(collection, () => document, text);
    return collection;
  };
}

/** Adds what is wanted to what is known of a collection; the document is read only where it is needed. */
export function memberReader({
  names,
  isTextWanted,
}: WantedMembers): (known: SearchableCollection, read: () => JsonObject, text: SearchableText | null) => void {
  const readers = names.map((name) => [name, collectionMember(name)] as const);
  const isPlaced = names.some((name) => name === 'geometry' || name === 'geom' || name === 'bbox');
  return (known, read, text) => {
    if (isTextWanted) known.text = text ?? textOfCollection(read());
    if (readers.length === 0) return;
    const document = read();
    // `geom` is another name of the place, which a member that is not there would hide.
    for (const [name, readOne] of readers) if (name !== 'geom') known.item.properties[name] = readOne(document);
    if (isPlaced) Object.assign(known.item, placeOfCollection(document));
  };
}

function extentsOf({ extent }: JsonObject): Pick<SearchableCollection, 'boxes' | 'spans'> {
  const { spatial, temporal } = isObject(extent) ? extent : {};
  return {
    boxes: listIn(spatial, 'bbox').flatMap(boxesOf),
    spans: listIn(temporal, 'interval').filter(Array.isArray).map(spanOf),
  };
}

const listIn = (part: unknown, member: string): readonly unknown[] => {
  const list = isObject(part) ? part[member] : null;
  return Array.isArray(list) ? (list as unknown[]) : [];
};

/** None where it is no box: one collection that is not as it should be must not keep others from being found. */
function boxesOf(box: unknown): readonly Box[] {
  const flat = Array.isArray(box) ? flatBbox(box as number[]) : null;
  return flat === null ? [] : plainBoxes(flat).flatMap(withinWorld);
}

const spanOf = ([start, end]: readonly unknown[]): Span => [timeIn(start), timeIn(end)];

/** The parts of a box that lie within one turn: maps that were turned further send such longitudes. */
function withinWorld([west, south, east, north]: Box): readonly Box[] {
  if (west >= -180 && east <= 180) return [[west, south, east, north]];
  if (east - west >= 360) return [[-180, south, 180, north]];
  return [-720, -360, 0, 360, 720].flatMap((turn): readonly Box[] => {
    const [left, right] = [Math.max(-180, west + turn), Math.min(180, east + turn)];
    return left <= right ? [[left, south, right, north]] : [];
  });
}
