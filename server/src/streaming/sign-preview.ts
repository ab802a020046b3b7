import type { Cell } from '../grid/cell.ts';
import { formatCell } from '../grid/cell.ts';
import type { Service } from '../service.ts';
import { signedQuery } from '../vault/signed-url.ts';

export type PreviewLink = {
  readonly acquisition: string;
  readonly cell: Cell;
  /** The link shows what lies in this collection alone, whoever holds it. */
  readonly collection: string;
  /** It ends with this account, and with what that may see of the collection. */
  readonly accountId: string;
  readonly validForMs: number;
};

export const previewPath = (acquisition: string, cell: string): string =>
  `/browse/preview/${encodeURIComponent(acquisition)}/${encodeURIComponent(cell)}`;

/** An address of a preview that needs no credential, for pages that show pictures. */
export function signPreview(
  { config, vault, clock }: Pick<Service, 'config' | 'vault' | 'clock'>,
  { acquisition, cell, collection, accountId: account, validForMs }: PreviewLink,
): string {
  const path = previewPath(acquisition, formatCell(cell));
  return `${config.baseUrl}${path}?${signedQuery(vault, path, { collection, account }, clock.nowMs() + validForMs)}`;
}
