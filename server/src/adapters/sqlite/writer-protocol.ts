import { PlatformError } from '../../shared/errors.ts';
import type { ErrorDetail, ErrorKind } from '../../shared/errors.ts';
import { NewerSchema } from '../sql/migrate.ts';
import type { SchemaReport } from '../sql/migrate.ts';

/** Errors lose their class on the way between threads, so they travel as data. */
export type Fault = {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** Of a PlatformError alone. */
  readonly platform?: { readonly kind: ErrorKind; readonly detail: ErrorDetail };
};

export type Job = { readonly id: number; readonly verb: string; readonly input: unknown };
export type Reply = { readonly id: number; readonly output: unknown } | { readonly id: number; readonly fault: Fault };

export type ToWriter = Job | 'close';
export type FromWriter =
  | { readonly type: 'ready'; readonly schema: SchemaReport }
  | { readonly type: 'refused'; readonly fault: Fault }
  | { readonly type: 'replies'; readonly replies: readonly Reply[] };

export function toFault(error: unknown): Fault {
  if (error instanceof PlatformError) {
    const { name, message, kind, detail } = error;
    return { name, message, platform: { kind, detail } };
  }
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  return { name: error.name, message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) };
}

export function fromFault({ name, message, stack, platform }: Fault): Error {
  if (platform !== undefined) return new PlatformError(platform.kind, platform.detail);
  if (name === 'NewerSchema') return new NewerSchema(message);
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
