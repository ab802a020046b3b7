import { BucketFault, type FaultName } from '../../../buckets/bucket-fault.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { noAnswer } from '../../network/no-answer.ts';

type Failure = Error & {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
};

const names: Readonly<Record<string, readonly [FaultName, string]>> = {
  NoSuchBucket: ['exists', 'does not exist'],
  NoSuchKey: ['object', 'has no such object'],
  NotFound: ['object', 'has no such object'],
  NoSuchUpload: ['unavailable', 'has lost the upload'],
  PermanentRedirect: ['region', 'is in another region'],
  IllegalLocationConstraintException: ['region', 'is in another region'],
  AuthorizationHeaderMalformed: ['region', 'is in another region'],
  InvalidAccessKeyId: ['credentials', 'does not know the access key'],
  // versitygw's, which it answers with 404.
  XAdminUserNotFound: ['credentials', 'does not know the access key'],
  SignatureDoesNotMatch: ['credentials', 'does not accept the secret of the access key'],
  InvalidToken: ['credentials', 'does not accept the session token'],
  ExpiredToken: ['credentials', 'does not accept the credentials any more'],
  CredentialsProviderError: ['credentials', 'cannot be asked: the service has no credentials for it'],
  RequestTimeTooSkewed: ['unavailable', 'says that the clock is wrong'],
  // These come with 400, and are the fault of the way there.
  RequestTimeout: ['unavailable', 'did not receive the whole request in time'],
  IncompleteBody: ['unavailable', 'did not receive the whole request'],
  BadDigest: ['unavailable', 'received other bytes than were sent'],
  XAmzContentSHA256Mismatch: ['unavailable', 'received other bytes than were sent'],
  QuotaExceeded: ['full', 'has no room left'],
  XMinioStorageFull: ['full', 'has no room left'],
  XMinioAdminBucketQuotaExceeded: ['full', 'has no room left'],
};

const unreachable = [...noAnswer, 'ENETUNREACH', 'ENETDOWN', 'EMFILE', 'ENFILE', 'EADDRNOTAVAIL'];
const distrusted = /^(?:CERT_|ERR_TLS|ERR_SSL|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;

/**
 * What S3 or the way to it says, in the words of a bucket; anything else is a mistake of ours and stays what it is.
 * Not kept as the cause: it holds the request with all that it was signed with.
 */
export function explain(cause: unknown, label: string): unknown {
  if (cause instanceof PlatformError || !(cause instanceof Error)) return cause;
  if (statusOf(cause) === 416) return unsatisfiable(cause);
  const [fault, reason] = faultOf(cause);
  return fault === null ? cause : new BucketFault(fault, `the bucket ${label} ${reason}${inOther(cause, fault)}`);
}

const statusOf = ({ $metadata }: Failure): number => $metadata?.httpStatusCode ?? 0;

function unsatisfiable({ $response }: Failure): PlatformError {
  const total = /\/(\d+)$/.exec($response?.headers?.['content-range'] ?? '')?.[1];
  return new PlatformError('range_not_satisfiable', total === undefined ? {} : { byteLength: Number(total) });
}

function faultOf(failure: Failure): readonly [FaultName, string] | readonly [null, ''] {
  const { name, code = '' } = failure;
  const status = statusOf(failure);
  if (Object.hasOwn(names, name)) return names[name]!;
  // First: the client of S3 calls a connection that was closed a timeout too.
  if (unreachable.includes(code)) return ['unavailable', `does not answer (${code})`];
  if (name === 'TimeoutError') return ['silent', 'does not answer (timeout)'];
  if (code === 'ENOTFOUND') return ['endpoint', 'is at an endpoint whose name is not known'];
  if (distrusted.test(code)) return ['endpoint', 'is at an endpoint whose certificate cannot be trusted'];
  if (code === 'EPROTO' || code.startsWith('HPE_')) return ['endpoint', 'is at an endpoint that does not speak HTTP'];
  const said = /^[\w.-]{1,60}$/.test(name) && name !== 'Error' ? `${status} ${name}` : `${status}`;
  if (status === 507) return ['full', 'has no room left'];
  if (status === 501) return ['endpoint', 'is at an endpoint that does not answer as S3 does'];
  if (status >= 500 || status === 429 || status === 408) return ['unavailable', `cannot be reached now (${said})`];
  if (status === 401 || status === 403) return ['denied', `does not let the service do that (${said})`];
  if (status === 404) return ['object', 'has no such object'];
  if (status === 301 || status === 307) return ['region', 'is in another region'];
  if (status >= 400) return ['refused', `refuses it (${said})`];
  return status > 0 ? ['endpoint', 'is at an endpoint that does not answer as S3 does'] : [null, ''];
}

/** AWS says which region it is. */
function inOther({ $response }: Failure, fault: FaultName): string {
  const region = fault === 'region' ? $response?.headers?.['x-amz-bucket-region'] : undefined;
  return region !== undefined && /^[a-z0-9-]{1,40}$/.test(region) ? `: ${region}` : '';
}

/** What the server asks to wait. */
export function retryAfterMs(cause: unknown): number | null {
  const seconds = Number((cause as Failure).$response?.headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;
}
