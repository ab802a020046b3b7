import { type ErrorKind, PlatformError } from '../shared/errors.ts';
import { BadSettings } from '../shared/settings.ts';
import { CommandFailure, type Terminal, UsageError, exitCodes } from './command.ts';
import { errorText } from '../shared/error-text.ts';

/** No rule says no: it may go well another time. */
const passing: readonly ErrorKind[] = ['unavailable', 'disk_low'];

/** Turns whatever a command throws into a line without a stack, and an exit code. */
export function explainFailure(error: unknown, path: string, { err }: Pick<Terminal, 'err'>): number {
  const message = errorText(error);
  if (error instanceof BadSettings) {
    err(`swath: ${message}`);
    return exitCodes.usage;
  }
  err(`${`swath ${path}`.trim()}: ${message}`);
  if (error instanceof UsageError) {
    err(`'${`swath help ${path}`.trim()}' says more`);
    return exitCodes.usage;
  }
  if (error instanceof CommandFailure) return error.exitCode;
  if (!(error instanceof PlatformError) || passing.includes(error.kind)) return exitCodes.failed;
  return error.kind === 'not_found' ? exitCodes.notFound : exitCodes.refused;
}
