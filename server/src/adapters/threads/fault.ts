import { type ErrorDetail, type ErrorKind, PlatformError } from '../../shared/errors.ts';

/** Errors lose their class on the way between threads, so they travel as data. */
export type Fault = {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** Of a PlatformError alone. */
  readonly platform?: { readonly kind: ErrorKind; readonly detail: ErrorDetail };
};

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
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
