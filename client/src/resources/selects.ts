import { callsOf } from '../calls.ts';
import { linesOf } from '../lines-of.ts';
import { type Page, type PageRequest, readObject, readPage } from '../pages.ts';
import { sleep } from '../patience.ts';
import { pathOf, withQuery } from '../query.ts';
import { throughRestarts } from '../through-restarts.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { ListedSelect, Select, SelectedAcquisition, SelectedCell, SelectRequest } from '../wire/select.ts';

/** `onProgress` is told what each look shows. */
export type SelectWaitOptions = CallOptions & { readonly onProgress?: (select: Select) => void };

export type Selects = {
  /** Answers within about 15 seconds; a select that takes longer is `RUNNING`: see `wait`. */
  create(request: SelectRequest, options?: CallOptions): Promise<Select>;
  read(id: string, options?: CallOptions): Promise<Select>;
  list(page?: PageRequest, options?: CallOptions): Promise<Page<ListedSelect>>;
  /** Asks until it is no longer running; a service that is restarted meanwhile is waited for. */
  wait(id: string, options?: SelectWaitOptions): Promise<Select>;
  /** Of one that has succeeded: newest first, with what is to be known before ordering. */
  acquisitions(id: string, page?: PageRequest, options?: CallOptions): Promise<Page<SelectedAcquisition>>;
  /** The cells of its area with their best tiles, one after the other as they come. */
  cells(id: string, options?: CallOptions): AsyncGenerator<SelectedCell>;
  /** An address of one of its files that needs no credential, for ten minutes. */
  fileLink(id: string, format: string, options?: CallOptions): Promise<string>;
};

const pollEveryMs = 1_000;

export function selects(sender: Sender): Selects {
  const { get, post } = callsOf(sender);
  const read = (id: string, options?: CallOptions) => get(pathOf('select', id), readSelect, options);
  return {
    create: (body, options) => post('/select', body, readSelect, options),
    read,
    list: (page = {}, options) => get(withQuery('/selects', page), readPage<ListedSelect>, options),
    wait: (id, options) =>
      throughRestarts(async (answered) => {
        for (;;) {
          const select = await read(id, options);
          answered();
          options?.onProgress?.(select);
          if (select.status !== 'RUNNING') return select;
          await sleep(pollEveryMs, options?.signal);
        }
      }, options?.signal),
    acquisitions: (id, page = {}, options) =>
      get(withQuery(pathOf('select', id, 'acquisitions'), page), readPage<SelectedAcquisition>, options),
    async *cells(id, options) {
      const path = pathOf('select', 'files', `${id}.geojsonl`);
      const headers = { accept: 'application/x-ndjson' };
      const answer = await sender.open({ method: 'GET', path, headers, signal: options?.signal });
      for await (const line of linesOf(answer.body!, options?.signal))
        if (line !== '') yield JSON.parse(line) as SelectedCell;
    },
    async fileLink(id, format, options) {
      return (await get(pathOf('select', 'files', `${id}.${format}`), readLink, options)).download_link;
    },
  };
}

const readSelect = readObject<Select>('id', 'status', 'acquisitions');
const readLink = readObject<{ readonly download_link: string }>('download_link');
