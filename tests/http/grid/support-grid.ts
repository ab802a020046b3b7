import { bboxGeometry } from '../../../server/src/geometry/box.ts';
import { adminToken } from '../../support/accounts.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import { startService } from '../../support/start-service.ts';

export type Feature = {
  readonly type: string;
  readonly id: string;
  readonly bbox: readonly number[];
  readonly geometry: { readonly type: string; readonly coordinates: readonly unknown[] };
  readonly properties: Readonly<Record<string, unknown>>;
};

export type Cells = {
  readonly type: string;
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly features: readonly Feature[];
};

export const idsOf = ({ features }: Cells) => features.map(({ id }) => id);

/** A bbox, and the same as a geometry, a Feature and well-known text. */
export const area = [-106.8, 35.1, -106.4, 35.4] as const;
export const polygon = bboxGeometry(area)!;
export const wkt = 'POLYGON ((-106.8 35.1, -106.4 35.1, -106.4 35.4, -106.8 35.4, -106.8 35.1))';
export const feature = { type: 'Feature', properties: null, geometry: polygon };

export type GridService = {
  readonly url: string;
  readonly token: string;
  /** As the administrator, unless the options name another credential. */
  ask(method: string, path: string, options?: CallOptions): Promise<Answer>;
  byGet(parameters: Readonly<Record<string, string>>): Promise<Answer>;
  byPost(json: unknown): Promise<Answer>;
  stop(): Promise<void>;
};

export async function startGridService(): Promise<GridService> {
  const swath = await startService({ SWATH_RATE_LIMIT: '0' });
  const token = await adminToken(swath);
  const ask = (method: string, path: string, options: CallOptions = {}) =>
    call(swath.url, method, path, options.token || options.key ? options : { token, ...options });
  return {
    url: swath.url,
    token,
    ask,
    byGet: (parameters) => ask('GET', `/grid/cells?${new URLSearchParams(parameters)}`),
    byPost: (json) => ask('POST', '/grid/cells', { json }),
    stop: swath.stop,
  };
}
