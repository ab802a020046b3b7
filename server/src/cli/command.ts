import type { Environment } from '../shared/settings.ts';

/** What a command may touch of the outside: data goes to `out`, talk to `err`. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Environment;
  /** A secret from standard input: piped as it is but for one line end, or asked for without echo. */
  readonly readSecret: (prompt: string) => Promise<string>;
  /** Data that may be much: waits until it was taken; false when nobody reads any more. */
  readonly write: (text: string) => Promise<boolean>;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** Whether a person sees it: data as tables, progress as it goes. */
  readonly isSeen: { readonly out: boolean; readonly err: boolean };
  /** Which rights this user's other programs keep from files; ours keep all from others. */
  readonly usualUmask: number;
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
  readonly commands: Readonly<Record<string, Entry>>;
  /** Headings, and the commands that stand under each. */
  readonly sections?: Readonly<Record<string, readonly string[]>>;
  /** What the help says after the commands. */
  readonly closing?: string;
};

/** Loaded when it is wanted: a command starts with what it needs and no more. */
export type Unloaded = { readonly summary: string; readonly load: () => Promise<Command | CommandGroup> };

export type Entry = Command | CommandGroup | Unloaded;

export const isGroup = (command: Command | CommandGroup): command is CommandGroup => 'commands' in command;

export const loaded = async (entry: Entry): Promise<Command | CommandGroup> => ('load' in entry ? entry.load() : entry);

/** Told by `swath help exit-codes` and in `docs/cli.md`. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  notSignedIn: 5,
  endedBadly: 6,
  wrongFile: 7,
  stopped: 130,
} as const;

/** A failure that knows its exit code. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Wrong use of the command line: told with a pointer to the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
