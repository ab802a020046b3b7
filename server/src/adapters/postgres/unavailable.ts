import { PlatformError } from '../../shared/errors.ts';

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

// Connection (08), resources (53) and operator intervention (57, with the statement timeout); read-only after a failover.
const outOfReach = /^(?:08...|53...|57...|25006|55P03)$/;

// The driver has no codes for these.
const driverWords =
  /connection terminated|timeout exceeded when trying to connect|connection error|after calling end|Query read timeout/i;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

function isOutOfReach(error: unknown): boolean {
  const code = codeOf(error);
  if (networkCodes.has(code) || outOfReach.test(code) || gaveWay(error, code)) return true;
  return code === '' && error instanceof Error && driverWords.test(error.message);
}

// A standby ends a query that stands in the way of what the primary sends it: asked again it is answered.
const gaveWay = (error: unknown, code: string): boolean =>
  code === '40001' && error instanceof Error && error.message.includes('conflict with recovery');

// What an operator mends at the database itself, and not on the way to it.
const reasons: Readonly<Record<string, string>> = {
  '53100': 'the disk of the database is full',
  '53200': 'the database has no memory left',
  '53300': 'the database takes no more connections',
  '25006': 'the database is read-only',
  '55P03': 'others write for long',
  '57P03': 'the database is starting or stopping',
};

/** What callers see of the driver's error: out of reach without host, path or SQL, anything else as it is. */
export function explain(error: unknown): unknown {
  if (!isOutOfReach(error)) return error;
  const reason = reasons[codeOf(error)] ?? 'the database is out of reach';
  return new PlatformError('unavailable', { reason, retryAfterSeconds: 1 });
}

// No such table, column, function or type.
const unknownNames = new Set(['42P01', '42703', '42883', '42704']);

/** The same of a replica: what this release has made on the primary may not have arrived there yet. */
export function explainReplica(error: unknown): unknown {
  if (!unknownNames.has(codeOf(error))) return explain(error);
  return new PlatformError('unavailable', { reason: 'the replica has not caught up yet', retryAfterSeconds: 5 });
}

/** Lost against another transaction: running it again is right. */
export const isWorthRetrying = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));
