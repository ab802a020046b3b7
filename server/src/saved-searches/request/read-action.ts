import { type JsonObject, isObject, refuse } from '../../catalog/refuse.ts';
import { namedMembers, orderMembers } from '../../orders/request/order-members.ts';
import { readOrderRequest } from '../../orders/request/read-order.ts';
import { isMember } from '../../select/request/member-names.ts';
import { readSelectRequest } from '../../select/read-select.ts';
import type { SearchAction } from '../saved-search.ts';
import { actionArea } from '../acting/action-area.ts';
import { refuseUnknown } from './known-members.ts';
import { readBudget } from './read-budget.ts';

/** Stands for what will match. */
const anyone = ['any'] as const;

/** What the matches decide. */
const ofTheMatches = ['select_id', 'acquisitions', 'intersects', 'bbox', 'dry_run'] as const;

/** `{"select": {...}}` or `{"order": {...}, "budget": {...}}`, read as it will be when something matches. */
export function readAction(value: unknown, search: JsonObject): SearchAction | null {
  if (value === undefined || value === null) return null;
  if (!isObject(value)) return refuse('action', "must be an object with 'select' or with 'order' and 'budget'");
  refuseUnknown(value, ['select', 'order', 'budget'], 'action.');
  const { select, order, budget } = value;
  if ((select === undefined) === (order === undefined)) return refuse('action', "must have a 'select' or an 'order'");
  if (order !== undefined) return { kind: 'order', order: readOrder(order, search), budget: readBudget(budget) };
  if (budget !== undefined) refuse('action.budget', 'goes with an order: a select costs nothing');
  return { kind: 'select', options: readSelect(select, search) };
}

function readOrder(value: unknown, search: JsonObject): JsonObject {
  if (!isObject(value)) return refuse('action.order', 'must be an object: what POST /order takes');
  const { members, unknown } = namedMembers(value, orderMembers, 'action.order.');
  for (const name of ofTheMatches)
    if (members[name] !== undefined) refuse(`action.order.${name}`, 'has no place here: what matches is ordered');
  if (unknown[0] !== undefined) refuse(unknown[0].slice(0, 80), 'is no member of an order');
  checkOrder(members, search);
  return members;
}

function readSelect(value: unknown, search: JsonObject): JsonObject {
  if (!isObject(value)) return refuse('action.select', 'must be an object: what POST /select takes');
  if (value['ids'] !== undefined) refuse('action.select.ids', 'has no place here: what matches is selected');
  const stranger = Object.keys(value).find((name) => !isMember(name));
  if (stranger !== undefined) refuse(`action.select.${stranger.slice(0, 80)}`, 'is no member of a select');
  checkSelect(value, search);
  return value;
}

const checkOrder = (order: JsonObject, search: JsonObject) =>
  readOrderRequest({ ...order, ...actionArea(search), acquisitions: anyone });

const checkSelect = (options: JsonObject, search: JsonObject) =>
  readSelectRequest({ ...actionArea(search), ...options, ids: anyone });

/** An action is read with the area of its search: refuses another search that does not suit it. */
export function requireSuitable(action: SearchAction | null, search: JsonObject): void {
  if (action?.kind === 'order') checkOrder(action.order, search);
  if (action?.kind === 'select') checkSelect(action.options, search);
}
