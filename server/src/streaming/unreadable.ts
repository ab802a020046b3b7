import { PlatformError } from '../shared/errors.ts';

/** What is wrong with a picture is said; where its file lies is not. */
export function explainUnreadable(error: unknown, what: string): unknown {
  if (!(error instanceof PlatformError)) return error;
  const reason = error.detail.reason ?? '';
  switch (error.kind) {
    case 'forbidden':
      return refused(what, 'it is not in the archive of this service');
    case 'not_found':
      return new PlatformError('not_found');
    case 'conflict':
      return new PlatformError('unavailable', { reason: `${what} is being replaced`, retryAfterSeconds: 1 });
    case 'invalid_parameters':
      if (/^'(?:bands|rescale)'/.test(reason)) return error;
      return refused(what, /^the (?:image|coordinate reference system)\b/.test(reason) ? reason : 'it is no image');
    case 'unavailable':
      return isOurs(reason)
        ? error
        : new PlatformError('unavailable', { reason: `the source of ${what} does not answer`, retryAfterSeconds: 5 });
    default:
      return error;
  }
}

/** Which source will be no better the next time; null where it is another trouble. */
export function unreadableSource(error: unknown): number | null {
  if (!(error instanceof PlatformError)) return null;
  const isForGood = ['forbidden', 'not_found', 'invalid_parameters'].includes(error.kind);
  return isForGood ? (error.detail.source ?? null) : null;
}

/** Not of a source, but of the service's own threads. */
const isOurs = (reason: string) => /^(?:too many pictures|the thread of|the service is|the caller has)/.test(reason);

const refused = (what: string, reason: string) =>
  new PlatformError('invalid_parameters', `${what} cannot be read: ${reason}`);
