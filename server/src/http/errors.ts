import { type ErrorDetail, type ErrorKind, type PlatformError, errorKinds } from '../shared/errors.ts';

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'authorization_error'
  | 'http_error'
  | 'rate_limit_error'
  | 'api_error';

type Answer = {
  readonly status: number;
  readonly code: string | null;
  readonly type: ErrorType;
  readonly message: (reason: string, settings: ErrorSettings) => string;
};

/** What the messages and statuses take from the settings. */
export type ErrorSettings = { readonly resetUrl: string; readonly authenticateBadRequestStatus: number };

const badRequest = (fallback: string) => (reason: string) => `Bad Request: ${reason || fallback}`;
const titled = (title: string) => (reason: string) => (reason === '' ? title : `${title}: ${reason}`);
const invalidRequest = 'invalid_request_error' as const;

/** Contract section 2, row by row: a new kind does not compile until it has an answer here. */
export const answers: Readonly<Record<ErrorKind, Answer>> = {
  authenticate_schema: { status: 400, code: 'invalid_input', type: invalidRequest, message: (reason) => `Bad Request: Input body does not match schema: ${reason}` },
  authenticate_unparsable: { status: 400, code: 'unparsable_body', type: invalidRequest, message: () => 'Bad Request: Unable to Parse Request Body' },
  unrecognized_credentials: {
    status: 401, code: 'unrecognized_credentials', type: 'authentication_error',
    message: (_, { resetUrl }) => `Unauthorized: username/password combination not recognized. If you need to reset your password use the following link: ${resetUrl}`,
  },
  refresh_token_ended: { status: 400, code: 'invalid_grant', type: invalidRequest, message: () => 'Bad Request: Token is not active' },
  unauthorized: { status: 401, code: null, type: 'authentication_error', message: () => 'Unauthorized' },
  forbidden: { status: 403, code: 'forbidden', type: 'authorization_error', message: (reason) => `Forbidden: ${reason || 'not allowed'}` },
  aoi_missing: { status: 400, code: 'invalid_parameters', type: invalidRequest, message: badRequest("Either 'intersects' or 'bbox' is required") },
  geometry_unusable: { status: 400, code: 'invalid_parameters', type: invalidRequest, message: (reason) => `Bad Request: Problem with intersects/bbox: ${reason}` },
  select_not_found: { status: 400, code: null, type: invalidRequest, message: (id) => (id === '' ? "Bad Request: A select ID is required: give it as 'id'" : `Bad Request: Select ID ${id} not found`) },
  order_refused: { status: 400, code: 'invalid_parameters', type: invalidRequest, message: badRequest('this order cannot be placed') },
  hd_not_possible: { status: 400, code: 'invalid_parameter', type: invalidRequest, message: (ids) => `Bad Request: The following acquisitions cannot be ordered with HD: ${ids}` },
  unparsable_body: { status: 400, code: 'unparsable_body', type: invalidRequest, message: () => 'Bad Request: Unable to Parse Request Body' },
  invalid_parameters: { status: 400, code: 'invalid_parameters', type: invalidRequest, message: badRequest('invalid parameters') },
  not_found: { status: 404, code: null, type: 'http_error', message: () => 'Not Found' },
  method_not_allowed: { status: 405, code: null, type: 'http_error', message: titled('Method Not Allowed') },
  unsupported_media_type: { status: 415, code: null, type: 'http_error', message: titled('Unsupported Media Type') },
  conflict: { status: 409, code: 'conflict', type: invalidRequest, message: titled('Conflict') },
  precondition_failed: { status: 412, code: 'precondition_failed', type: invalidRequest, message: titled('Precondition Failed') },
  range_not_satisfiable: { status: 416, code: null, type: 'http_error', message: titled('Range Not Satisfiable') },
  idempotency_mismatch: { status: 422, code: 'idempotency_mismatch', type: invalidRequest, message: titled('Idempotency-Key was used with another body') },
  disk_low: { status: 507, code: 'insufficient_storage', type: 'api_error', message: titled('Insufficient Storage') },
  unavailable: { status: 503, code: 'unavailable', type: 'api_error', message: titled('Service Unavailable') },
  request_too_large: { status: 413, code: 'request_too_large', type: invalidRequest, message: titled('Request Entity Too Large') },
  rate_limited: { status: 429, code: 'rate_limited', type: 'rate_limit_error', message: titled('Too Many Requests') },
  internal: { status: 500, code: 'internal_error', type: 'api_error', message: () => 'Internal Server Error' },
};

export type ErrorBody = { message: string; code: string | null; type: ErrorType; request_id?: string };
export type ErrorAnswer = { status: number; headers: Partial<Record<ErrorHeader, string>>; body: ErrorBody };

/** One error object everywhere; only the catalogue's paths add the request id, because their clients read it there. */
export function errorAnswer(error: PlatformError, settings: ErrorSettings, requestIdInBody?: string): ErrorAnswer {
  const { code, type, message, status } = answers[error.kind];
  const body: ErrorBody = { message: message(error.detail.reason ?? '', settings), code, type };
  if (requestIdInBody !== undefined) body.request_id = requestIdInBody;
  const isAuthenticateBody = error.kind === 'authenticate_schema' || error.kind === 'authenticate_unparsable';
  return {
    status: isAuthenticateBody ? settings.authenticateBadRequestStatus : status,
    headers: headersOf(error.kind, error.detail),
    body,
  };
}

type ErrorHeader = 'www-authenticate' | 'allow' | 'content-range' | 'retry-after';

function headersOf(kind: ErrorKind, detail: ErrorDetail): Partial<Record<ErrorHeader, string>> {
  if (kind === 'unauthorized') return { 'www-authenticate': 'Bearer' };
  if (kind === 'method_not_allowed') return { allow: (detail.allow ?? []).join(', ') };
  if (kind === 'range_not_satisfiable') return { 'content-range': `bytes */${detail.byteLength ?? 0}` };
  if (kind === 'rate_limited' || kind === 'unavailable' || kind === 'disk_low') return { 'retry-after': String(detail.retryAfterSeconds ?? 1) };
  return {};
}

/** Headers that errors of a status may have. */
export const errorHeaders = (status: number): readonly ErrorHeader[] => [
  ...new Set(
    errorKinds
      .filter((kind) => answers[kind].status === status)
      .flatMap((kind) => Object.keys(headersOf(kind, {})) as ErrorHeader[]),
  ),
];
