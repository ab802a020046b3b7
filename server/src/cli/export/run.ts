import { writeWhole } from '../../adapters/node/write-whole.ts';
import { readSearchQuery } from '../../catalog/languages/search-parameters.ts';
import type { Catalog } from '../../catalog/ports.ts';
import type { SearchRequest } from '../../catalog/search-request.ts';
import { composeExporter } from '../../compose-writers.ts';
import { type Config, readConfig } from '../../config.ts';
import { openCatalogBeside } from '../../open-catalog.ts';
import { requireExportable } from '../../exports/export-items.ts';
import type { ExportFormat } from '../../exports/formats.ts';
import type { ExportChunk } from '../../exports/ports.ts';
import { createSpeedometer } from '../../ingest/progress.ts';
import { PlatformError } from '../../shared/errors.ts';
import { noticesTo } from '../../shared/log.ts';
import { type Terminal, UsageError, exitCodes } from '../command.ts';
import { createProgressTeller } from '../ingest/progress-teller.ts';
import { requireInstallation } from '../installation.ts';
import { printJson } from '../print.ts';
import { listenForStop } from '../until-stopped.ts';
import { writeToOutput } from './write-to-output.ts';

export type ExportWishes = {
  /** Null for the standard output. */
  readonly file: string | null;
  readonly format: ExportFormat;
  /** Parameters of a search. */
  readonly search: Readonly<Record<string, string>>;
  readonly areFilesNamed: boolean;
  readonly isProgressTold: boolean;
  readonly isJson: boolean;
};

/** Opens what is needed, writes, tells what became of it; resolves to the exit code. */
export async function runExport(wishes: ExportWishes, terminal: Terminal): Promise<number> {
  const request = asRequest(wishes.search);
  const config = readConfig(terminal.env);
  requireInstallation(config);
  const stop = listenForStop();
  const leave = new AbortController();
  void stop.signal.then(() => leave.abort(new Error('stopped: nothing is left of the file')));
  const opened = await openCatalogBeside(config, noticesTo(terminal.err));
  try {
    await requireCollections(opened.catalog, request);
    const written = await writeItems(opened.catalog, config, request, wishes, terminal, leave.signal);
    tell(wishes, written, terminal);
    return exitCodes.done;
  } catch (error) {
    // The search was right, and may be asked again; what was not there is told by its own code.
    throw error instanceof PlatformError && error.kind === 'unavailable' ? new Error(error.message) : error;
  } finally {
    stop.forget();
    leave.abort();
    await opened.close();
  }
}

function asRequest(search: ExportWishes['search']): SearchRequest {
  try {
    return readSearchQuery(search, { isUnbounded: true });
  } catch (error) {
    throw error instanceof PlatformError ? new UsageError(error.message) : error;
  }
}

async function requireCollections(catalog: Catalog, request: SearchRequest): Promise<void> {
  try {
    await requireExportable({ catalog }, { visibility: 'all', request });
  } catch (error) {
    throw error instanceof PlatformError ? new PlatformError('not_found', error.message) : error;
  }
}

type Written = { readonly items: number; readonly bytes: number };

async function writeItems(
  catalog: Catalog,
  config: Config,
  request: SearchRequest,
  { file, format, areFilesNamed, isProgressTold }: ExportWishes,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Written> {
  const exporter = composeExporter(config, 1);
  try {
    const { baseUrl } = config;
    const watch = createWatch(
      isProgressTold ? countOf(catalog, request, signal) : Promise.resolve(null),
      terminal,
      isProgressTold,
    );
    const chunks = await exporter.open({ format, request, visibility: 'all', baseUrl, areFilesNamed }, signal);
    if (file === null) return await writeAll(chunks, watch, writeToOutput);
    return await writeWhole(file, (sink) => writeAll(chunks, watch, sink.write));
  } finally {
    await exporter.close();
  }
}

async function writeAll(
  chunks: AsyncIterable<ExportChunk>,
  watch: (items: number) => void,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<Written> {
  let [items, bytes] = [0, 0];
  for await (const chunk of chunks) {
    if (chunk.bytes.length > 0) await write(chunk.bytes);
    items = chunk.items;
    bytes += chunk.bytes.length;
    watch(items);
  }
  return { items, bytes };
}

/** How many there will be, once somebody has counted them; the export does not wait for it. */
async function countOf(catalog: Catalog, request: SearchRequest, signal: AbortSignal): Promise<number | null> {
  try {
    const { matched } = await catalog.search({ ...request, limit: 0, count: 'exact' }, 'all', { signal });
    return matched?.isExact === true ? Math.min(matched.atLeast, request.limit) : null;
  } catch {
    return null;
  }
}

function createWatch(counted: Promise<number | null>, terminal: Terminal, isTold: boolean): (items: number) => void {
  let total: number | null = null;
  void counted.then((count) => (total = count));
  const speedometer = createSpeedometer({ items: 0, done: 0 }, performance.now());
  const tellProgress = createProgressTeller(terminal, isTold);
  return (items) => {
    if (isTold) tellProgress(speedometer.read({ items, done: items }, performance.now(), { total, unit: 'items' }));
  };
}

function tell({ file, format, isJson }: ExportWishes, { items, bytes }: Written, terminal: Terminal): void {
  if (isJson) return printJson(terminal, { file, format, items, bytes });
  terminal.err(`${items} items, ${bytes} bytes${file === null ? '' : ` in ${file}`}`);
}
