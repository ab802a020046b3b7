import type { Answer, CallOptions } from '../support/call.ts';
import { type ExportService, type Json, startExportService } from '../exports/support.ts';
import { looseItem } from '../stac/writes-fixture.ts';

export const endpoint = '/streaming/v1/ogc/wfs';

export type WfsService = ExportService & {
  /** One request by its parameters. */
  ask(parameters: Readonly<Record<string, string | number>> | string, options?: CallOptions): Promise<Answer>;
  /** GetFeature of 2.0.0 with these parameters besides. */
  features(parameters?: Readonly<Record<string, string | number>>, options?: CallOptions): Promise<Answer>;
  /** The ids that a GetFeature gives as GeoJSON, in its order. */
  idsOf(parameters?: Readonly<Record<string, string | number>>): Promise<readonly string[]>;
  post(xml: string, options?: CallOptions): Promise<Answer>;
};

export async function startWfs(settings: Readonly<Record<string, string>> = {}): Promise<WfsService> {
  const swath = await startExportService(settings);
  const ask: WfsService['ask'] = (parameters, options) => {
    const query =
      typeof parameters === 'string'
        ? parameters
        : new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();
    return swath.get(`${endpoint}?${query}`, options);
  };
  const features: WfsService['features'] = (parameters = {}, options) =>
    ask(
      { service: 'WFS', version: '2.0.0', request: 'GetFeature', typeNames: 'Vendor:FinishedFeature', ...parameters },
      options,
    );
  return {
    ...swath,
    ask,
    features,
    async idsOf(parameters = {}) {
      const answer = await features({ outputFormat: 'application/json', ...parameters });
      if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`);
      return answer.json<{ features: { id: string }[] }>().features.map(({ id }) => id);
    },
    post: (raw, options) =>
      swath.send('POST', endpoint, { raw, headers: { 'content-type': 'application/xml' }, ...options }),
  };
}

const square = (west: number, south: number, size = 1) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});

const isoDay = (day: number): string =>
  new Date(Date.UTC(2021, 0, 1 + day, 10, 30)).toISOString().replace('.000Z', 'Z');

/** Ten footprints in a row along the equator's north, a day apart; each has what filters ask for. */
export const rowOfTen: readonly Json[] = Array.from({ length: 10 }, (_, i) =>
  looseItem(`scene-${i}`, {
    geometry: square(10 * i, 5),
    bbox: [10 * i, 5, 10 * i + 1, 6],
    properties: {
      datetime: isoDay(i),
      'eo:cloud_cover': 7 * i,
      platform: i % 2 === 0 ? 'WV01' : 'WV03_VNIR',
      gsd: (30 + i) / 100,
      catalog_id: `10300100AE766C0${i}`,
      ...(i < 5 ? { 'view:off_nadir': i, productName: `Name & <${i}>` } : {}),
    },
  }),
);

export const numberOf = (text: string, name: string): string | null =>
  new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1] ?? null;

/** Code, locator and text of an exception. */
export const exceptionOf = ({ text }: Answer): readonly string[] => {
  const [, code = '', locator = ''] = /<ows:Exception exceptionCode="([^"]*)" locator="([^"]*)">/.exec(text) ?? [];
  return [code, locator, /<ows:ExceptionText>([^<]*)</.exec(text)?.[1] ?? ''];
};

export type Page = {
  readonly features: readonly {
    id: string;
    geometry: { coordinates: never } | null;
    properties: Record<string, unknown>;
  }[];
  readonly numberMatched: number | string;
  readonly numberReturned: number;
};

/** The answer to a GetFeature as GeoJSON. */
export async function pageOf(
  swath: Pick<WfsService, 'features'>,
  parameters: Readonly<Record<string, string | number>>,
): Promise<Page> {
  const answer = await swath.features({ outputFormat: 'application/json', ...parameters });
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`);
  return answer.json<Page>();
}

export const scenes = (...numbers: readonly number[]) => numbers.map((i) => `scene-${i}`);
/** The row of ten in the order of answers. */
export const newestFirst = scenes(9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
