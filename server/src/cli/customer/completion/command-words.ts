import { type CommandGroup, isGroup, loaded } from '../../command.ts';

export type Word = { readonly text: string; readonly about: string };

/** What may follow these words: commands, or the flags of one. */
export type Place = { readonly path: string; readonly words: readonly Word[] };

/** Every place of the tree, itself first. */
export async function placesOf({ commands }: CommandGroup, path = ''): Promise<readonly Place[]> {
  const words = Object.entries(commands).map(([text, { summary }]) => ({ text, about: summary }));
  const places: Place[] = [{ path, words }];
  for (const [name, entry] of Object.entries(commands)) {
    const below = path === '' ? name : `${path} ${name}`;
    const command = await loaded(entry);
    if (isGroup(command)) places.push(...(await placesOf(command, below)));
    else places.push({ path: below, words: flagsOf(command.help) });
  }
  return places;
}

const flagLine = /^ {2,}(--[a-z][a-z0-9-]*)(.*)$/;

/** The help explains every flag, one or more a line, before its examples. */
function flagsOf(help: string): readonly Word[] {
  const found = new Map<string, string>();
  for (const line of help.split('\nExamples:')[0]!.split('\n')) {
    const [, first, rest] = flagLine.exec(line) ?? [];
    if (first === undefined) continue;
    const about = / {2,}(\S.*)$/.exec(rest!)?.[1] ?? '';
    if (!found.has(first)) found.set(first, about.startsWith('--') ? '' : about);
    for (const [, other] of rest!.matchAll(/ {2,}(--[a-z][a-z0-9-]*)/g)) if (!found.has(other!)) found.set(other!, '');
  }
  return [...found].map(([text, about]) => ({ text, about }));
}
