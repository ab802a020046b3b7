import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export type Expected<T extends Options> = {
  readonly flags?: T;
  readonly required?: readonly (keyof T & string)[];
  /** Names for the messages; one that ends in `...` takes the rest, at least one; `[NAME]` may be absent. */
  readonly positionals?: readonly string[];
};

type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; strict: true; allowPositionals: true }>>;

/** Flags and arguments of a command; whatever is unknown, missing or too much is named. */
export function readArguments<const T extends Options>(
  args: readonly string[],
  { flags = {} as T, required = [], positionals: names = [] }: Expected<T>,
): Parsed<T> {
  refuseSecrets(args, flags);
  const parsed = parse(args, flags);
  for (const name of required)
    if ((parsed.values as Record<string, unknown>)[name] === undefined) throw new UsageError(`--${name} is missing`);
  const missing = names[parsed.positionals.length];
  if (missing !== undefined && !missing.startsWith('['))
    throw new UsageError(`${missing.replace('...', '')} is missing`);
  const takesRest = names.at(-1)?.endsWith('...') === true;
  const extra = parsed.positionals[names.length];
  if (extra !== undefined && !takesRest) throw new UsageError(`'${extra}' is one argument too many`);
  return parsed;
}

function parse<T extends Options>(args: readonly string[], flags: T): Parsed<T> {
  try {
    return parseArgs({ args: withDashedValues(args, flags), options: flags, strict: true, allowPositionals: true });
  } catch (error) {
    throw new UsageError(wording(error as Error & { code?: string }));
  }
}

/** `--bbox -9,50,-8,51` and `--sortby -datetime`: what begins with one dash is a value where a flag waits for one. */
function withDashedValues(args: readonly string[], flags: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const waiting = joined.at(-1)?.match(/^--([a-z-]+)$/)?.[1];
    const isValue =
      !joined.includes('--') && /^-[^-]/.test(arg) && waiting !== undefined && flags[waiting]?.type === 'string';
    if (isValue) joined.push(`${joined.pop()!}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

function wording({ code, message }: Error & { code?: string }): string {
  const flag = /'(-[^'\s,]*)/.exec(message)?.[1];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && flag !== undefined) return `unknown flag ${flag}`;
  return message.split('\n')[0]!;
}

const secretFlag = /^--(password|passwd|pass|secret|token|api-key|key|new-key|master-key)(=|$)/;

/** Every user of the machine can read a command line, so a secret in it is refused before anything else. */
function refuseSecrets(args: readonly string[], flags: Options): void {
  const end = args.indexOf('--');
  const found = args.slice(0, end < 0 ? args.length : end).find((arg) => secretFlag.test(arg));
  if (found === undefined) return;
  const instead = ['password-stdin', 'new-key-file'].find((name) => Object.hasOwn(flags, name));
  const advice = instead === undefined ? 'secrets are never given as flags' : `use --${instead}`;
  throw new UsageError(`${found.split('=')[0]!} is refused, because others can read a command line: ${advice}`);
}

/** One of the choices, or a message that lists them. */
export function asChoice<const T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text);
  if (choice === undefined) throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not '${text}'`);
  return choice;
}

/** Refuses flags that contradict each other. */
export function refuseTogether(values: Readonly<Record<string, unknown>>, one: string, other: string): void {
  if (values[one] && values[other]) throw new UsageError(`--${one} and --${other} exclude each other`);
}
