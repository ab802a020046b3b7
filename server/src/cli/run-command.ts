import { parseArgs } from 'node:util';
import { PlatformError } from '../shared/errors.ts';
import { BadSettings, type Environment } from '../shared/settings.ts';
import { type Command, type Terminal, UsageError, exitCodes } from './command.ts';
import { serve } from './serve.ts';

export const commands: Readonly<Record<string, Command>> = { serve };

/** Finds the command and turns whatever it throws into one line and an exit code. */
export async function runCommand(args: readonly string[], env: Environment): Promise<number> {
  const terminal: Terminal = {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    env,
  };
  const [name = 'help', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === 'help' || name === '--help' || name === '-h') return help(rest[0], terminal);
  if (command === undefined) {
    terminal.err(`swath: '${name}' is not a command; 'swath help' lists them`);
    return exitCodes.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) return help(name, terminal);
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    return explain(error, name, terminal);
  }
}

function help(name: string | undefined, { out }: Terminal): number {
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name];
  if (command !== undefined) out(command.help);
  else {
    const lines = Object.entries(commands).map(([each, { summary }]) => `  ${each.padEnd(10)} ${summary}`);
    out(
      `swath: a self-hosted imagery platform\n\n${lines.join('\n')}\n\n'swath help COMMAND' says more, with examples. Settings: docs/operating.md`,
    );
  }
  return exitCodes.done;
}

function explain(error: unknown, name: string, { err }: Terminal): number {
  if (error instanceof BadSettings) err(`swath: ${error.message}`);
  else if (error instanceof UsageError || isParseArgsError(error))
    err(`swath ${name}: ${(error as Error).message}\n'swath help ${name}' says more`);
  else if (error instanceof PlatformError) err(`swath ${name}: ${error.message}`);
  else err(`swath ${name}: ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof BadSettings || error instanceof UsageError || isParseArgsError(error)) return exitCodes.usage;
  if (error instanceof PlatformError && error.kind === 'not_found') return exitCodes.notFound;
  return error instanceof PlatformError && error.kind !== 'unavailable' ? exitCodes.refused : exitCodes.failed;
}

const isParseArgsError = (error: unknown) => String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

/** Flags of a command; unknown ones are an error. */
export const flags = parseArgs;
