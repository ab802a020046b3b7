import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import type { FileFormat } from '../files/formats.ts';
import { type SelectFile, selectFile } from '../files/select-file.ts';
import { thumbnailsOf } from '../files/thumbnails.ts';
import { unpackCells } from '../pack-cells.ts';
import type { SelectedCell, Selection } from '../selection.ts';
import { visibilityOf } from './new-selection.ts';

type Needs = Pick<Service, 'selections' | 'catalog' | 'pictures' | 'config' | 'writeGeoPackage'>;

/** Refuses a select that has no files, yet or at all. */
export function requireFiles({ status, failure }: Pick<Selection, 'status' | 'failure'>): void {
  if (status === 'RUNNING')
    throw new PlatformError('invalid_parameters', 'the select is still running: its files are there when it is done');
  if (status === 'FAILED') throw new PlatformError('invalid_parameters', `the select has failed: ${failure}`);
}

/** Shows what the caller saw when the select was made. */
export function openFile(service: Needs, selection: Selection, format: FileFormat, signal: AbortSignal): SelectFile {
  requireFiles(selection);
  return selectFile(format, selection, () => cellsOf(service, selection.id), {
    baseUrl: service.config.baseUrl,
    writeGeoPackage: service.writeGeoPackage,
    preview: thumbnailsOf(service, visibilityOf(selection), signal),
    signal,
  });
}

async function* cellsOf({ selections }: Pick<Service, 'selections'>, id: string): AsyncGenerator<SelectedCell> {
  for await (const piece of selections.packedCells(id)) yield* unpackCells(piece);
}
