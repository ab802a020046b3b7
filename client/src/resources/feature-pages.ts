import { isObject } from '../read-answer.ts';
import type { CallOptions, Sender } from '../transport.ts';
import type { FeaturePage, SearchRequest } from '../wire/stac.ts';

/** Searches that answer features page by page. */
export type FeatureSearch<T> = {
  page(request: SearchRequest, options?: CallOptions): Promise<FeaturePage<T>>;
  /** Every page behind the other; the next is asked for when it is wanted. */
  pages(request: SearchRequest, options?: CallOptions): AsyncGenerator<FeaturePage<T>>;
};

export function featureSearch<T>(sender: Sender, path: string): FeatureSearch<T> {
  const page = (body: object, options?: CallOptions) =>
    sender.send<FeaturePage<T>>({
      method: 'POST',
      path,
      body,
      headers: { accept: 'application/geo+json' },
      isRepeatable: true,
      read: readFeatures,
      signal: options?.signal,
    });
  return {
    page,
    async *pages(request, options) {
      for (let body: object | undefined = request; body !== undefined;) {
        const found: FeaturePage<T> = await page(body, options);
        yield found;
        body = found.links.find(({ rel }) => rel === 'next')?.body;
      }
    },
  };
}

const readFeatures = <T>(body: unknown): FeaturePage<T> | undefined =>
  isObject(body) && Array.isArray(body['features']) && Array.isArray(body['links'])
    ? (body as FeaturePage<T>)
    : undefined;
