import { type ErrorKind, PlatformError } from '../shared/errors.ts';

/** What OWS calls the ways in which a request can fail. */
export type ExceptionCode =
  | 'MissingParameterValue'
  | 'InvalidParameterValue'
  | 'OperationParsingFailed'
  | 'OperationProcessingFailed'
  | 'OperationNotSupported'
  | 'OptionNotSupported'
  | 'VersionNegotiationFailed'
  | 'NotFound'
  | 'NoApplicableCode';

/** A failure with the code and the locator that the report of the service says. */
export function wfsException(exceptionCode: ExceptionCode, locator: string, reason: string): PlatformError {
  const kind: ErrorKind = exceptionCode === 'NotFound' ? 'not_found' : 'invalid_parameters';
  return new PlatformError(kind, { reason, exception: { exceptionCode, locator } });
}

export const invalidParameter = (locator: string, reason: string): PlatformError =>
  wfsException('InvalidParameterValue', locator, reason);

export const missingParameter = (locator: string, reason = `${locator} is required`): PlatformError =>
  wfsException('MissingParameterValue', locator, reason);

/** Throws what another part of the service refuses as an exception about this parameter. */
export function about<T>(locator: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.detail.exception !== undefined) throw error;
    throw invalidParameter(locator, error.detail.reason ?? error.message);
  }
}
