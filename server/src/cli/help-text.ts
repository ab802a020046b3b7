import { type Command, type CommandGroup, isGroup } from './command.ts';

/** What `swath help` says of a command or of a group of them. */
export function helpText(path: readonly string[], command: Command | CommandGroup): string {
  if (!isGroup(command)) return command.help;
  const name = ['swath', ...path].join(' ');
  const more = `'${['swath help', ...path].join(' ')} COMMAND' says more, with examples.`;
  const closing = command.closing === undefined ? [] : ['', command.closing];
  return [`${name}: ${command.summary}`, '', ...commandLines(command), '', more, ...closing].join('\n');
}

function commandLines({ commands, sections }: CommandGroup): readonly string[] {
  const width = Math.max(...Object.keys(commands).map((each) => each.length));
  const line = (each: string) => `  ${each.padEnd(width)}  ${commands[each]!.summary}`;
  if (sections === undefined) return Object.keys(commands).map(line);
  return Object.entries(sections)
    .flatMap(([heading, names]) => ['', `${heading}:`, ...names.map(line)])
    .slice(1);
}
