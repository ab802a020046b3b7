import { type Box, hasCornerIn, plainBoxes } from '../../../geometry/box.ts';
import { type Footprint, createAreaTest } from '../../../geometry/area-test.ts';
import { type BoxTest, createBoxTest } from '../../../geometry/box-test.ts';
import { hasRingCornerIn } from '../../../geometry/plain-ring.ts';
import type { Area } from '../../../catalog/area.ts';
import type { TimeInterval } from '../../../catalog/datetime-interval.ts';
import type { Filter } from '../../../catalog/filter.ts';
import type { SqlCondition } from '../../../catalog/plan/compile-sql.ts';
import { type IndexableCondition, takeArea } from '../../../catalog/plan/implied.ts';
import type { SqlDialect } from '../../../catalog/plan/sql-dialect.ts';
import { shapeText } from '../../../catalog/plan/sql-shapes.ts';
import type { JsonObject } from '../../../catalog/refuse.ts';
import type { SearchRequest } from '../../../catalog/search-request.ts';
import type { Visibility } from '../../../catalog/visibility.ts';
import type { PlanFilter } from './filter-plan.ts';
import { allOf, isOneOf, isSurelyInside, overlapsInterval, touchesBoxes } from './row-conditions.ts';
import { isStored } from './stored-values.ts';
import type { TextPlan } from './text-plan.ts';

/** A search as the walks need it: what SQL can say, what is left to say of footprints and documents. */
export type PreparedSearch = Pick<SearchRequest, 'sort'> & {
  /** This and `times` as rows hold their times. */
  readonly datetime: TimeInterval | null;
  readonly ids: readonly string[] | null;
  /** Asked for and visible; null is all, empty is none. */
  readonly collections: readonly string[] | null;
  readonly area: Area | null;
  /** Every found item's box touches one of these. */
  readonly boxes: readonly Box[] | null;
  /** Every found item's `dt` lies here, and it has one. */
  readonly times: { readonly from: string | null; readonly to: string | null } | null;
  /** All that rows can tell but their collection: streams of collections need no such test. */
  readonly rows: SqlCondition;
  /** All that rows can tell. */
  readonly rowsAnywhere: SqlCondition;
  /** All that rows can tell but their text. */
  readonly rowsBesideText: SqlCondition;
  /** About how many of all items pass the filter. */
  readonly passing: number;
  readonly surelyInside: SqlCondition;
  readonly isInArea: ((footprint: Footprint) => boolean) | null;
  /** Spares the look at footprints whose boxes tell as much; null where the database has asked the boxes already. */
  readonly boxTest: BoxTest | null;
  /** True for exactly the rows that are in the area, where the database can tell that alone. */
  readonly inArea: () => SqlCondition | null;
  readonly residual: Filter | null;
  readonly isMatch: ((document: JsonObject) => boolean) | null;
  readonly indexable: readonly IndexableCondition[];
  readonly text: TextPlan | null;
  /** Nothing is asked of rows but where they are and of which collection. */
  readonly isOfPlaceAlone: boolean;
};

export function prepareSearch(
  request: SearchRequest,
  visibility: Visibility,
  planFilter: PlanFilter,
  text: TextPlan | null,
  dialect: SqlDialect,
): PreparedSearch {
  const taken = request.area === null && request.filter !== null ? takeArea(request.filter) : null;
  const area = taken?.area ?? request.area;
  const filter = taken === null ? request.filter : taken.rest;
  const plan = filter && planFilter(filter);
  const boxes = area !== null ? plainBoxes(area.bbox) : plan && plan.boxes;
  const collections = visibleOnes(names(request.collections, plan && plan.collections), visibility);
  const held = (key: string | null) => key && dialect.names.moment(key);
  const { datetime: asked } = request;
  const datetime = asked && { start: held(asked.start), end: held(asked.end) };
  const hits = area === null ? null : createAreaTest(area.geometry);
  // Fewer rows pass a filter than the box of the cells that were chosen for it.
  const ofCollections = collections && isOneOf(dialect, 'r.collection', collections);
  const beside = [
    plan && plan.exact,
    plan && plan.necessary,
    datetime && overlapsInterval(datetime),
    boxes && touchesBoxes(boxes),
  ];
  const rowsBesideText = allOf([ofCollections, ...beside]);
  const rowsAnywhere = text === null ? rowsBesideText : allOf([rowsBesideText, text.condition]);
  return {
    datetime,
    sort: request.sort,
    ids: names(request.ids, plan && plan.ids),
    collections,
    area,
    boxes,
    times: plan && plan.times && { from: held(plan.times.from), to: held(plan.times.to) },
    rows: ofCollections === null ? rowsAnywhere : allOf([...beside, text && text.condition]),
    rowsAnywhere,
    rowsBesideText,
    passing: plan === null ? 1 : plan.passing,
    surelyInside: isSurelyInside(area),
    inArea: () => (area === null ? null : exactlyInside(area, dialect)),
    isInArea: hits && ((footprint) => (area!.isBox && hasCorner(footprint, boxes!)) || hits(footprint)),
    boxTest: area === null || area.isBox ? null : createBoxTest(area.geometry),
    residual: plan && plan.residual,
    isMatch: bothOf(plan && plan.isMatch, text && text.isMatch),
    indexable: plan === null ? [] : plan.indexable,
    text,
    isOfPlaceAlone: plan === null && datetime === null && request.ids === null && text === null,
  };
}

const hasCorner = (footprint: Footprint, boxes: readonly Box[]): boolean =>
  footprint instanceof Float64Array ? hasRingCornerIn(footprint, boxes) : hasCornerIn(footprint, boxes);

function exactlyInside(area: Area, { shapes }: SqlDialect): SqlCondition | null {
  const text = shapes?.isComplete ? shapeText(area.geometry) : null;
  if (text === null) return null;
  const surely = isSurelyInside(area);
  const told = shapes!.decides({ op: 'intersects', text, isFirst: true }, true);
  return { sql: `(${surely.sql}) OR ${told.sql}`, params: [...surely.params, ...told.params] };
}

type DocumentTest = PreparedSearch['isMatch'];

const bothOf = (a: DocumentTest, b: DocumentTest): DocumentTest =>
  a !== null && b !== null ? (document) => a(document) && b(document) : (a ?? b);

/** What both name; no item and no collection has a name that a row would hold as another. */
function names(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  const second = b && new Set(b);
  const both = a === null ? b : a.filter((one) => second === null || second.has(one));
  return both && both.filter(isStored);
}

function visibleOnes(asked: readonly string[] | null, visibility: Visibility): readonly string[] | null {
  if (visibility === 'all') return asked;
  return asked === null ? [...visibility] : asked.filter((one) => visibility.has(one));
}
