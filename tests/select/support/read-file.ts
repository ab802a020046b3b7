import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGeoPackageWriter } from '../../../server/src/adapters/geopackage/write-geopackage.ts';
import type { FileFormat } from '../../../server/src/select/files/formats.ts';
import { type SelectFile, selectFile } from '../../../server/src/select/files/select-file.ts';
import type { SelectFileNeeds } from '../../../server/src/select/files/source.ts';
import type { SelectedCell, Selection } from '../../../server/src/select/selection.ts';
import { sampleBaseUrl, sampleSelection, streamed } from './sample-selection.ts';

// The writer makes it when it is needed, and leaves nothing in it.
const folder = join(tmpdir(), `select-files-${process.pid}`);

export const sampleNeeds = (changes: Partial<SelectFileNeeds> = {}): SelectFileNeeds => ({
  baseUrl: sampleBaseUrl,
  writeGeoPackage: createGeoPackageWriter(folder),
  preview: async () => null,
  ...changes,
});

export const fileOf = (
  format: FileFormat,
  cells: readonly SelectedCell[],
  selection: Selection = sampleSelection(cells),
  needs: SelectFileNeeds = sampleNeeds(),
): SelectFile => selectFile(format, selection, streamed(cells), needs);

export async function bytesOf({ body }: Pick<SelectFile, 'body'>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export const textOf = async (file: Pick<SelectFile, 'body'>): Promise<string> => (await bytesOf(file)).toString();
