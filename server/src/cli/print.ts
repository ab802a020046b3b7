import type { Terminal } from './command.ts';

/** One document for each run, lists as an array: any JSON reader takes it whole. */
export const printJson = ({ out }: Pick<Terminal, 'out'>, value: unknown): void => out(JSON.stringify(value, null, 2));

/** A name may hold anything; on a terminal it must neither move the cursor nor begin a line. */
export const harmless = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

const widthOf = (text: string): number => Array.from(text).length;
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Aligned columns under their names. */
export function printTable({ out }: Pick<Terminal, 'out'>, rows: readonly Readonly<Record<string, string>>[]): void {
  if (rows.length === 0) return;
  const names = Object.keys(rows[0]!);
  const lines = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => harmless(row[name]!))),
  ];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column]!))));
  for (const line of lines)
    out(
      line
        .map((text, column) => padded(text, widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}

/** Names and values, one pair a line; what is undefined is left out. */
export function printFacts({ out }: Pick<Terminal, 'out'>, facts: Readonly<Record<string, string | undefined>>): void {
  const given = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined);
  const width = Math.max(...given.map(([name]) => name.length));
  for (const [name, value] of given) out(`${name.padEnd(width)}  ${harmless(value)}`.trimEnd());
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
