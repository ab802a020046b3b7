import { type Command, type CommandGroup, isGroup } from './command.ts';

const closing = `Data goes to standard output, everything else to standard error; --json prints one JSON document.
Exit codes: 0 done, 1 failed, 2 wrong use or settings, 3 not found, 4 refused.
Settings come from the environment: docs/operating.md`;

/** What `swath help` says of a command or of a group of them. */
export function helpText(path: readonly string[], command: Command | CommandGroup): string {
  if (!isGroup(command)) return command.help;
  const name = ['swath', ...path].join(' ');
  const width = Math.max(...Object.keys(command.commands).map((each) => each.length));
  const lines = Object.entries(command.commands).map(([each, { summary }]) => `  ${each.padEnd(width)}  ${summary}`);
  const more = `'${['swath help', ...path].join(' ')} COMMAND' says more, with examples.`;
  return [`${name}: ${command.summary}`, '', ...lines, '', more, ...(path.length === 0 ? ['', closing] : [])].join(
    '\n',
  );
}
