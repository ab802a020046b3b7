import type {
  ListedSelection,
  SelectFigures,
  SelectRequest,
  SelectStatus,
  SelectSummary,
  Selection,
} from '../../../select/selection.ts';
import { parseSharedOrNull } from '../shared-json.ts';

type SharedRow = {
  readonly id: string;
  readonly account_id: string;
  readonly status: SelectStatus;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
  readonly failure: string | null;
};

export type SelectionRow = SharedRow & {
  readonly grants: string | null;
  readonly request: string;
  readonly summary: string | null;
  readonly attempts: number;
};

export type ListedRow = SharedRow & {
  readonly name: string | null;
  readonly stack_depth: number;
  readonly figures: string | null;
};

const shared = 'id, account_id, status, created_at_ms, expires_at_ms, failure';
export const fullColumns = `${shared}, grants, request, summary, attempts`;
export const listedColumns = `${shared}, name, stack_depth, figures`;

const sharedOf = (row: SharedRow) => ({
  id: row.id,
  accountId: row.account_id,
  status: row.status,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  failure: row.failure,
});

export const toSelection = (row: SelectionRow): Selection => ({
  ...sharedOf(row),
  grants: parseSharedOrNull(row.grants) as readonly string[] | null,
  request: JSON.parse(row.request) as SelectRequest,
  summary: row.summary === null ? null : (JSON.parse(row.summary) as SelectSummary),
});

export const toListed = (row: ListedRow): ListedSelection => ({
  ...sharedOf(row),
  name: row.name,
  stackDepth: row.stack_depth,
  figures: row.figures === null ? null : (JSON.parse(row.figures) as SelectFigures),
});
