import { parseItem } from '../../../../catalog/item.ts';
import type { ItemWrite } from '../../../../catalog/ports.ts';
import { PlatformError } from '../../../../shared/errors.ts';
import { parseCompact, scanCompact } from '../../../../shared/compact-json.ts';
import { parseStrictJson } from '../../../../shared/strict-json.ts';

/** `number` counts from 1. */
export type Line = { readonly number: number; readonly text: string };
export type Lines = AsyncIterable<string> | Iterable<string>;

const mostCharacters = 32 * 1_024 * 1_024;

/** Some lines at a time; empty ones are left out. */
export async function* batchesOf(lines: Lines, mostLines: number): AsyncGenerator<readonly Line[]> {
  let batch: Line[] = [];
  let characters = 0;
  let number = 0;
  for await (const text of lines) {
    number++;
    if (text.trim() === '') continue;
    batch.push({ number, text });
    characters += text.length;
    if (batch.length < mostLines && characters < mostCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

type Options = {
  readonly collection: string | null;
  readonly refused?: (line: number, reason: string) => void;
};

/** The good items of the lines; of each bad one is told why. */
export function* readLines(lines: Iterable<Line>, { collection, refused }: Options): Generator<ItemWrite> {
  for (const { number, text } of lines) {
    const item = readLine(text, collection);
    if (typeof item === 'string') refused?.(number, item);
    else yield item;
  }
}

/** The write, or why there is none. */
function readLine(text: string, collection: string | null): ItemWrite | string {
  try {
    const compact = scanCompact(text);
    const json = compact === null ? parseStrictJson(text) : parseCompact(compact);
    return { item: parseItem(json, collection ?? undefined, compact), ifMatch: null };
  } catch (error) {
    if (error instanceof PlatformError) return error.message;
    if (error instanceof SyntaxError) return `is not JSON: ${error.message}`;
    throw error;
  }
}
