import type { Environment } from '../shared/settings.ts';

/** What a command may touch of the outside: data goes to `out`, talk to `err`. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Environment;
  /** A secret from standard input: piped as it is but for one line end, or asked for without echo. */
  readonly readSecret: (prompt: string) => Promise<string>;
};

export type Command = {
  readonly summary: string;
  readonly help: string;
  /** Resolves to the exit code. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
};

/** Commands under one word: `swath account add`. */
export type CommandGroup = {
  readonly summary: string;
  readonly commands: Readonly<Record<string, Command | CommandGroup>>;
};

export const isGroup = (command: Command | CommandGroup): command is CommandGroup => 'commands' in command;

/** Documented in `docs/operating.md`: 0 done, 1 failed, 2 wrong use or settings, 3 not found, 4 refused. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3, refused: 4 } as const;

/** Wrong use of the command line: told with a pointer to the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
