import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { exportFormats } from '../exports/formats.ts';
import { type ExportWish, exportItems, requireExportable } from '../exports/export-items.ts';
import type { Service } from '../service.ts';
import { secondMs } from '../shared/clock.ts';
import { toInstant } from '../shared/dates.ts';
import { callerGone } from './caller-gone.ts';
import type { Call } from './route.ts';
import { stillAdmitted } from './still-admitted.ts';
import { visibilityOf } from './visible-to.ts';

type Wish = Pick<ExportWish, 'request' | 'collection' | 'format'>;

/** Sends everything that a search finds. What fails after the first byte breaks the connection, so that no file looks whole. */
export async function answerExport(
  service: Service,
  { request, reply, principal }: Pick<Call, 'request' | 'reply' | 'principal'>,
  wish: Wish,
): Promise<Readable> {
  const wanted = { ...wish, accountId: principal.account.id, visibility: visibilityOf(principal) };
  const isHead = request.method === 'HEAD';
  if (isTemporaryFile(wish.format)) await service.room.require();
  closeOnceStopping(service, request.raw.socket, reply);
  const bytes = isHead ? null : await exportItems(service, wanted, callerGone(reply));
  if (isHead) await requireExportable(service, wanted);
  const { contentType, ending } = exportFormats[wish.format];
  void reply
    .type(contentType === 'text/csv' ? `${contentType}; charset=utf-8; header=present` : contentType)
    .header('content-disposition', `attachment; filename="${fileName(service, wish)}.${ending}"`)
    // It is of several moments of the catalogue: nobody could say that it is still the same.
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; sandbox");
  return bytes === null ? Readable.from([]) : patientStream(service, request, bytes);
}

/** The others are sent as they are made. */
const isTemporaryFile = (format: Wish['format']): boolean => format === 'gpkg';

/** It said that it would be kept alive before the stop came, and would hold that up. */
export function closeOnceStopping(
  { isStopping }: Pick<Service, 'isStopping'>,
  socket: Socket,
  { raw }: Call['reply'],
): void {
  raw.once('finish', () => {
    if (isStopping()) socket.destroySoon();
  });
}

/** Of the collection where there is one, and when it was made. */
function fileName({ clock }: Pick<Service, 'clock'>, { collection, request: { collections } }: Wish): string {
  const only = collection ?? (collections?.length === 1 ? collections[0]! : null);
  const name = only === null ? 'items' : only.replaceAll(/[^\w.-]+/g, '_').slice(0, 80);
  return `${name}-${toInstant(clock.nowMs()).slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/**
 * A reader that takes nothing for long holds a place that others wait for, and one whose credential has ended gets no
 * more. The next part is asked for once the one before it was passed on, because it may lie where that lay.
 */
export function patientStream(
  { config }: Pick<Service, 'config'>,
  request: Call['request'],
  bytes: AsyncIterable<Uint8Array>,
): Readable {
  const patienceMs = config.SWATH_EXPORT_PATIENCE * secondMs;
  const mayGoOn = stillAdmitted(request);
  const parts = bytes[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  // Nothing is read ahead.
  const stream = new Readable({ highWaterMark: 0, read: () => void passOn() });
  stream.once('close', () => void leave());

  async function passOn(): Promise<void> {
    clearTimeout(timer);
    try {
      if (!(await mayGoOn())) throw new Error('the credential has ended, or sees less than before');
      const { done, value } = await parts.next();
      if (stream.destroyed) return;
      if (done !== true) timer = setTimeout(() => stream.destroy(new Error('the reader takes nothing')), patienceMs);
      stream.push(done === true ? null : value);
    } catch (error) {
      stream.destroy(error as Error);
    }
  }

  async function leave(): Promise<void> {
    clearTimeout(timer);
    try {
      await parts.return?.();
    } catch {
      // What whoever makes them says now is for nobody.
    }
  }
  return stream;
}
