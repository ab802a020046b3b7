import type { Client, OrderNotification, OrderRequest, OrderSettings } from '@swath/client';
import { CommandFailure, type Terminal, UsageError, exitCodes } from '../../command.ts';
import { asChoice } from '../../read-arguments.ts';
import { areaFlags, readArea, readJson, readRequest } from '../area-flags.ts';
import { asList, given } from '../flag-values.ts';
import { acquisitionOf, isItem, readRecords } from '../read-records.ts';

export const orderFlags = {
  acquisitions: { type: 'string' },
  ...areaFlags,
  bucket: { type: 'string' },
  prefix: { type: 'string' },
  hd: { type: 'boolean' },
  clip: { type: 'boolean' },
  grid: { type: 'string' },
  products: { type: 'string' },
  notify: { type: 'string', multiple: true },
  metadata: { type: 'string' },
  request: { type: 'string' },
} as const;

export const products = ['visual', 'ms_analytic', 'pan_analytic', 'data_mask', 'cloud_mask'] as const;

export type OrderValues = {
  readonly [K in keyof typeof orderFlags]?: K extends 'hd' | 'clip' ? boolean : K extends 'notify' ? string[] : string;
};

/** Into the service's own storage, unless the request or a flag names a bucket. Flags go before `--request`. */
export async function readOrder(
  values: OrderValues,
  named: string | undefined,
  { selects }: Pick<Client, 'selects'>,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<OrderRequest> {
  const readers = [named, values.area, values.request].filter((place) => place === '-');
  if (readers.length > 1) throw new UsageError('standard input can be only one of the input, --area and --request');
  const request = (await readRequest(values.request, terminal)) as OrderRequest;
  const { settings = {}, ...asked } = request;
  const wished = { ...settings, ...readSettings(values) };
  const hasPlace = ['output_config', 'bucket', 'delivery_bucket', 'bucket_name', 'destination', 'delivery'].some(
    (member) => Object.hasOwn(asked, member),
  );
  return {
    ...(hasPlace ? {} : { bucket: 'managed' }),
    ...asked,
    ...(await readArea(values, terminal)),
    ...(await readImagery(named, selects, terminal)),
    ...given({
      acquisitions: asList(values.acquisitions),
      bucket: values.bucket,
      prefix: values.prefix,
      notifications: values.notify?.map(asNotification),
      metadata: values.metadata === undefined ? undefined : readJson('--metadata', values.metadata),
    }),
    ...(Object.keys(wished).length > 0 ? { settings: wished } : {}),
  };
}

/** A select by its id, the newest one, or what another command printed. */
async function readImagery(
  named: string | undefined,
  selects: Client['selects'],
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Pick<OrderRequest, 'select_id' | 'acquisitions'>> {
  if (named === undefined) return {};
  if (named === 'latest') {
    const [newest] = (await selects.list({ limit: 1 })).data;
    if (newest === undefined) throw new CommandFailure('there is no select yet', exitCodes.notFound);
    return { select_id: newest.id };
  }
  if (named !== '-') return { select_id: named };
  const records = await readRecords(terminal);
  if (records.length > 0 && records.every(isItem)) return { acquisitions: [...new Set(records.map(acquisitionOf))] };
  if (records.length !== 1)
    throw new UsageError(`standard input must hold one select or items, not ${records.length} records`);
  return { select_id: records[0]!.id };
}

function readSettings({ hd, clip, grid, products: chosen }: OrderValues): Partial<OrderSettings> {
  const wanted = asList(chosen)?.map((name) => asChoice('--products', name, products));
  return {
    ...(hd ? { hd } : {}),
    ...(clip ? { clip_to_aoi: true } : {}),
    ...(grid === undefined ? {} : { grid: asChoice('--grid', grid, ['source', 'cell']) }),
    ...(wanted === undefined ? {} : Object.fromEntries(products.map((name) => [name, wanted.includes(name)]))),
  };
}

function asNotification(text: string): OrderNotification {
  if (/^https?:/.test(text)) return { type: 'webhook', url: text };
  return { type: 'email', address: text };
}
