import type { FoundFile } from '../ports.ts';

/** What lies at a watched place, by relative path. */
export type Look = ReadonlyMap<string, FoundFile>;

/** Another text where the file is another. */
export const markOf = ({ byteLength, modified, etag }: FoundFile): string => `${byteLength} ${etag ?? modified}`;

export type Difference = {
  /** New or changed, and the same at the last two looks. */
  readonly ready: readonly FoundFile[];
  /** Brought in before, and not there at the last two looks. */
  readonly gone: readonly string[];
  /** Something is still on its way. */
  readonly isUnsettled: boolean;
};

/** A file that is still copied grows from look to look: it is waited for. One that is moved is gone and there at once. */
export function compareLooks(done: ReadonlyMap<string, string>, before: Look | null, now: Look): Difference {
  const ready: FoundFile[] = [];
  const gone: string[] = [];
  let isUnsettled = false;
  for (const [path, file] of now) {
    if (done.get(path) === markOf(file)) continue;
    const last = before?.get(path);
    if (last !== undefined && markOf(last) === markOf(file)) ready.push(file);
    else isUnsettled = true;
  }
  for (const path of done.keys()) {
    if (now.has(path)) continue;
    if (before !== null && !before.has(path)) gone.push(path);
    else isUnsettled = true;
  }
  return { ready, gone, isUnsettled };
}
