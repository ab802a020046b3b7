import type { Fault } from '../threads/fault.ts';
import type { SchemaReport } from '../sql/migrate.ts';

export type Job = { readonly id: number; readonly verb: string; readonly input: unknown };
export type Reply = { readonly id: number; readonly output: unknown } | { readonly id: number; readonly fault: Fault };

export type ToWriter = Job | 'close';
export type FromWriter =
  | { readonly type: 'upgrading'; readonly notice: string }
  | { readonly type: 'ready'; readonly schema: SchemaReport }
  | { readonly type: 'refused'; readonly fault: Fault }
  | { readonly type: 'replies'; readonly replies: readonly Reply[] };
