import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DocumentRequest, Documents } from '../../ingest/ports.ts';
import { PlatformError } from '../../shared/errors.ts';
import { parseStrictJson } from '../../shared/strict-json.ts';
import { liesIn, nearestThere } from './file-tree.ts';
import { type HttpJsonOptions, createHttpJson } from './http-json.ts';

export type JsonDocuments = Documents & { close(): void };

const mostBytes = 64 * 1_024 * 1_024;

export type JsonDocumentOptions = HttpJsonOptions & {
  readonly mayReadFiles: boolean;
  /** Below these alone, links followed; null or absent for all. */
  readonly fileRoots?: readonly string[] | null;
};

/** JSON from files of this machine and from the web; a document of the web never leads to a file. */
export function createJsonDocuments(options: JsonDocumentOptions): JsonDocuments {
  const http = createHttpJson({ mostBytes, ...options });
  return {
    async read(request) {
      const { protocol } = new URL(request.url);
      if (protocol === 'http:' || protocol === 'https:') return parsed(await http.read(request), request);
      if (protocol !== 'file:' || !options.mayReadFiles)
        throw new PlatformError('forbidden', `${request.url} is not read from here`);
      await refuseOutside(request.url, options.fileRoots ?? null);
      return parsed(await readText(request.url), request);
    },
    close: http.close,
  };
}

async function refuseOutside(url: string, roots: readonly string[] | null): Promise<void> {
  if (roots === null) return;
  // Whether it is there is told of what may be read alone.
  if (!(await liesIn(await nearestThere(fileURLToPath(url)), roots).catch(() => false)))
    throw new PlatformError('forbidden', `${url} is not below a folder that is read from`);
}

function parsed(text: string, { url }: DocumentRequest): unknown {
  try {
    // Editors on Windows write a mark before it.
    return parseStrictJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new PlatformError('invalid_parameters', `${url} is not JSON: ${(error as Error).message}`);
  }
}

async function readText(url: string): Promise<string> {
  try {
    const path = fileURLToPath(url);
    const { size } = await stat(path);
    if (size > mostBytes) throw new PlatformError('invalid_parameters', `${url} is larger than ${mostBytes} bytes`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new PlatformError('not_found', `there is no file ${url}`);
    throw new PlatformError('invalid_parameters', `${url} cannot be read (${code ?? String(error)})`);
  }
}
