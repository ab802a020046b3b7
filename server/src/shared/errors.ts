/** Every way in which a request can fail, as the contract lists them. A new kind needs an answer in `http/errors.ts`. */
export const errorKinds = [
  'authenticate_schema',
  'authenticate_unparsable',
  'unrecognized_credentials',
  'refresh_token_ended',
  'unauthorized',
  'forbidden',
  'aoi_missing',
  'geometry_unusable',
  'select_not_found',
  'order_refused',
  'hd_not_possible',
  'unparsable_body',
  'invalid_parameters',
  'not_found',
  'method_not_allowed',
  'unsupported_media_type',
  'conflict',
  'precondition_failed',
  'range_not_satisfiable',
  'idempotency_mismatch',
  'unavailable',
  'disk_low',
  'request_too_large',
  'rate_limited',
  'internal',
] as const;

export type ErrorKind = (typeof errorKinds)[number];

export type ErrorDetail = {
  /** The part of the message that says what was wrong with this request. */
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** Of what a range was asked of. */
  readonly byteLength?: number;
  /** Which source of several it is of. */
  readonly source?: number;
  /** What the report of an OGC service says of it. */
  readonly exception?: { readonly exceptionCode: string; readonly locator: string };
};

/** The only error that use cases throw on purpose. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: ErrorKind;
  readonly detail: ErrorDetail;

  constructor(kind: ErrorKind, detail: ErrorDetail | string = {}) {
    const parts = typeof detail === 'string' ? { reason: detail } : detail;
    super(parts.reason ?? kind);
    this.kind = kind;
    this.detail = parts;
  }
}
