import { releaseVersion } from '../adapters/node/release.ts';
import type { Environment } from '../shared/settings.ts';
import { commandTree } from './command-tree.ts';
import { type Command, type CommandGroup, type Terminal, UsageError, exitCodes, isGroup, loaded } from './command.ts';
import { explainFailure } from './explain-failure.ts';
import { helpText } from './help-text.ts';
import { helpTopics } from './help-topics.ts';
import { createProcessTerminal } from './process-terminal.ts';

/** Runs the command that the arguments name; resolves to the exit code. */
export async function runCommand(args: readonly string[], env: Environment, usualUmask: number): Promise<number> {
  const terminal = createProcessTerminal(env, usualUmask);
  const code = await runOn(terminal, args);
  const failure = await terminal.outputFailure();
  if (failure === null) return code;
  terminal.err(`swath: the output could not be written: ${failure}`);
  return code === exitCodes.done ? exitCodes.failed : code;
}

/** The same on any terminal. */
export async function runOn(terminal: Terminal, args: readonly string[]): Promise<number> {
  if (args[0] === '--version') return say(terminal, releaseVersion());
  const asksByWord = args[0] === 'help' || args.length === 0;
  const words = args[0] === 'help' ? args.slice(1) : args;
  const topic = asksByWord && words.length === 1 ? helpTopics.get(words[0]!) : undefined;
  if (topic !== undefined) return say(terminal, topic);
  const { path, command, rest } = await find(words);
  try {
    const isExact = rest.every((word) => word.startsWith('-'));
    if ((asksByWord || asksByFlag(rest)) && (isExact || !isGroup(command)))
      return say(terminal, helpText(path, command));
    if (isGroup(command)) throw new UsageError(wrongWord(path, command, rest[0]));
    return await command.run(rest, terminal);
  } catch (error) {
    return explainFailure(error, path.join(' '), terminal);
  }
}

type Found = {
  readonly path: readonly string[];
  readonly command: Command | CommandGroup;
  readonly rest: readonly string[];
};

/** Follows the words down the tree as far as they name something. */
async function find(words: readonly string[]): Promise<Found> {
  let command: Command | CommandGroup = commandTree;
  let depth = 0;
  for (; isGroup(command); depth++) {
    const word: string = words[depth] ?? '';
    if (!Object.hasOwn(command.commands, word)) break;
    command = await loaded(command.commands[word]!);
  }
  return { path: words.slice(0, depth), command, rest: words.slice(depth) };
}

function wrongWord(path: readonly string[], { commands }: CommandGroup, word: string | undefined): string {
  const choices = Object.keys(commands).join(', ');
  if (word === undefined) return `a command is missing: ${choices}`;
  const kind = word.startsWith('-') ? 'a flag here' : 'a command';
  return `'${word}' is not ${kind}${path.length === 0 ? '' : ` of '${path.join(' ')}'`}; there are ${choices}`;
}

/** What follows `--` is an argument, whatever it looks like. */
function asksByFlag(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === '--help' || arg === '-h');
}

function say({ out }: Terminal, text: string): number {
  out(text);
  return exitCodes.done;
}
