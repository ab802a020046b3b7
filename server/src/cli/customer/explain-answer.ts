import type { SwathError } from '@swath/client';
import { CommandFailure, exitCodes } from '../command.ts';
import { harmless } from '../print.ts';
import { notSignedIn } from './servers/choose-server.ts';

/** What a service answered, or did not, as a failure with its exit code; anything else stays as it is. */
export function explainAnswer(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // By name: the client is loaded when it is needed, and not to look at its classes.
  if (error.name === 'ConnectionError') return new CommandFailure(error.message, exitCodes.failed);
  if (error.name === 'ChecksumError') return new CommandFailure(error.message, exitCodes.wrongFile);
  return error.name === 'SwathError' ? failureOf(error as SwathError) : error;
}

function failureOf({ status, code, requestId, message: said }: SwathError): CommandFailure {
  const message = harmless(said);
  // Who is told so is signing in by a password just now.
  if (code === 'unrecognized_credentials') return new CommandFailure(message, exitCodes.notSignedIn);
  if (status === 401) return notSignedIn(message);
  const id = requestId === null ? '' : ` (request ${harmless(requestId)})`;
  return new CommandFailure(`${message}${id}`, codeOf(status, message));
}

/** A select that is not there is told with 400. */
const missingSelect = /^Bad Request: Select ID \S+ not found/;

function codeOf(status: number, message: string): number {
  if (status === 404 || (status === 400 && missingSelect.test(message))) return exitCodes.notFound;
  return status === 429 || status >= 500 || status < 400 ? exitCodes.failed : exitCodes.refused;
}
