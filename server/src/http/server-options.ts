import type { LastUsedRecorder } from '../api-keys/last-used.ts';
import type { Operation } from './route.ts';

export type ServerOptions = {
  /** Sees every answer before it is sent, and may throw: tests hold them to their schemas. */
  readonly checkAnswer?: (operation: Operation, status: number, answer: unknown, headers: readonly string[]) => void;
  readonly lastUsed?: LastUsedRecorder;
  /** How long a body may take; tests have less time. */
  readonly bodyWithinMs?: number;
  /** Folder of the built web application; without it `/` says how to build it. */
  readonly webFolder?: string;
  /** For a node that answers nobody but who looks after it. */
  readonly isHealthAlone?: boolean;
};
