import { isObject } from '../../catalog/refuse.ts';
import { formatCell, parseCell, tileSteps } from '../../grid/cell.ts';
import { namedMembers } from './order-members.ts';
import type { AskedAcquisition } from './order-request.ts';
import { refuseOrder, shortened } from './refuse-order.ts';

/** As many as a select takes ids. */
const mostAcquisitions = 10_000;
const mostCells = 1_000_000;

export type ReadAcquisitions = {
  /** Each once, in the order in which they came; null where none are named. */
  readonly acquisitions: readonly AskedAcquisition[] | null;
  readonly unknown: readonly string[];
};

/** Ids, or objects of an id and its cells; no cells are all cells. */
export function readAcquisitions(value: unknown): ReadAcquisitions {
  if (value === undefined) return { acquisitions: null, unknown: [] };
  if (!Array.isArray(value))
    return refuseOrder('acquisitions', 'must be a list of ids, or of objects with id and cells');
  if (value.length > mostAcquisitions) refuseOrder('acquisitions', `must have at most ${mostAcquisitions} elements`);
  const read = value.map((one: unknown, index) => readOne(one, `acquisitions[${index}]`));
  const byId = new Map<string, Set<string> | null>();
  let cellCount = 0;
  for (const { id, cells } of read) {
    const known = byId.get(id);
    if (cells === null || known === undefined) byId.set(id, cells && new Set(cells));
    else for (const cell of cells) known?.add(cell);
    if ((cellCount += cells?.length ?? 0) > mostCells) refuseOrder('acquisitions', 'name too many cells');
  }
  const acquisitions = [...byId].map(([id, cells]) => ({ id, cells: cells && [...cells] }));
  return {
    acquisitions: acquisitions.length === 0 ? null : acquisitions,
    unknown: read.flatMap(({ unknown }) => unknown),
  };
}

type ReadOne = AskedAcquisition & { readonly unknown: readonly string[] };

function readOne(value: unknown, at: string): ReadOne {
  if (typeof value === 'string') return { id: readId(value, at), cells: null, unknown: [] };
  if (!isObject(value)) return refuseOrder(at, 'must be an id, or an object with id and cells');
  const { members, unknown } = namedMembers(value, ['id', 'cells', 'cell_ids'], `${at}.`);
  if (members.cells !== undefined && members.cell_ids !== undefined)
    refuseOrder(`${at}.cells`, 'and cell_ids exclude each other: give one');
  const name = members.cells === undefined ? 'cell_ids' : 'cells';
  return { id: readId(members.id, `${at}.id`), cells: readCells(members[name], `${at}.${name}`), unknown };
}

function readId(value: unknown, at: string): string {
  if (value === undefined) return refuseOrder(at, 'is missing');
  return typeof value === 'string' && value !== ''
    ? value
    : refuseOrder(at, 'must be the id of an acquisition, as a text');
}

function readCells(value: unknown, at: string): readonly string[] | null {
  if (value === undefined) return null;
  if (!Array.isArray(value)) return refuseOrder(at, 'must be a list of ids of cells');
  return value.length === 0 ? null : value.map((one: unknown, index) => readCell(one, `${at}[${index}]`));
}

function readCell(value: unknown, at: string): string {
  const cell = typeof value === 'string' ? parseCell(value) : null;
  if (cell?.quadkey.length === tileSteps) return formatCell(cell);
  const shown = typeof value === 'string' ? `, not '${shortened(value, 40)}'` : '';
  return refuseOrder(at, `must be the id of a cell such as Z13-031133231113${shown}`);
}
