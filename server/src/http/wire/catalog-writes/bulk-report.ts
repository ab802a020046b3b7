import { type Static, Type } from 'typebox';
import type { FeatureReport } from '../../../catalog/ports.ts';
import { exists, isKept, itExists } from '../../../catalog/write-conditions.ts';
import { ownTurn } from '../../own-turn.ts';
import { entityTag } from '../files/entity-tag.ts';

const statuses = ['created', 'replaced', 'unchanged', 'failed'] as const;
type Status = (typeof statuses)[number];

const count = Type.Integer({ minimum: 0 });

export const bulkReportSchema = Type.Object({
  created: count,
  replaced: count,
  unchanged: count,
  failed: count,
  items: Type.Array(
    Type.Object({
      index: count,
      id: Type.Union([Type.String(), Type.Null()], { description: 'null where it could not be read' }),
      status: Type.Enum([...statuses]),
      etag: Type.Optional(Type.String()),
      code: Type.Optional(Type.Enum(['conflict', 'precondition_failed', 'invalid_parameters'])),
      message: Type.Optional(Type.String()),
    }),
  ),
});

/** Written between two turns of the loop: others wait no longer for that. */
const atOnce = 100;

type ReportedItem = Static<typeof bulkReportSchema>['items'][number];

/** As it is sent. */
export type WrittenReport = { readonly status: number; readonly bytes: Buffer };

type Loaded = { readonly reports: Iterable<FeatureReport>; readonly isCreateOnly: boolean };

/** What became of each item of a load, in order, and how many of each. */
export async function writeBulkReport({ reports, isCreateOnly }: Loaded, baseUrl: string): Promise<WrittenReport> {
  const failure = isCreateOnly ? ('precondition_failed' as const) : ('conflict' as const);
  const counts: Record<Status, number> = { created: 0, replaced: 0, unchanged: 0, failed: 0 };
  const keptAt = new Map<string, number>();
  const texts: string[] = [];
  let items: ReportedItem[] = [];
  for (const { index, id, outcome, etag, reason } of reports) {
    const status: Status = isKept(outcome) ? outcome : 'failed';
    counts[status]++;
    const earlier = id === null ? undefined : keptAt.get(id);
    if (id !== null && status !== 'failed') keptAt.set(id, index);
    const code = outcome === 'invalid' ? ('invalid_parameters' as const) : failure;
    const message = reason ?? messageOf(status, earlier, isCreateOnly ? itExists : exists);
    items.push({
      index,
      id,
      status,
      ...(etag === null ? {} : { etag: entityTag(etag, baseUrl) }),
      ...(status === 'failed' ? { code } : {}),
      ...(message === null ? {} : { message }),
    });
    if (items.length < atOnce) continue;
    texts.push(listed(items));
    items = [];
    await ownTurn();
  }
  if (items.length > 0) texts.push(listed(items));
  const text = `${JSON.stringify(counts).slice(0, -1)},"items":[${texts.join(',')}]}`;
  return { status: statusOf(counts), bytes: Buffer.from(text) };
}

/** Without the brackets. */
const listed = (items: readonly ReportedItem[]): string => JSON.stringify(items).slice(1, -1);

/** An id that comes twice in one load is told, whatever became of it. */
function messageOf(status: Status, earlier: number | undefined, whyNot: string): string | null {
  if (earlier !== undefined) return `this 'id' came before in this load, at index ${earlier}`;
  return status === 'failed' ? whyNot : null;
}

/** 201 where everything is new, as the transaction extension has it; 207 where the report tells of failures. */
function statusOf({ created, replaced, unchanged, failed }: Readonly<Record<Status, number>>): number {
  if (failed > 0) return 207;
  return created > 0 && replaced + unchanged === 0 ? 201 : 200;
}
