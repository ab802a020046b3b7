import type { Visibility } from '../catalog/visibility.ts';
import type { Address } from './addresses.ts';

/** Who asks, and how the answer names the service. */
export type Caller = {
  readonly accountId: string;
  readonly visibility: Visibility;
  readonly address: Address;
};

/** What is sent: a document, or features as they are found. */
export type WfsAnswer =
  | { readonly kind: 'document'; readonly contentType: string; readonly text: string }
  | {
      readonly kind: 'features';
      readonly contentType: string;
      /** Null where it is not for saving. */
      readonly fileName: string | null;
      /** Begins the work; not called where the caller wants no body. A short answer comes in one piece. */
      readonly open: (signal: AbortSignal) => Promise<Uint8Array | AsyncIterable<Uint8Array>>;
    };

const xmlType = 'application/xml; charset=utf-8';

export const xmlDocument = (text: string, contentType = xmlType): WfsAnswer => ({
  kind: 'document',
  contentType,
  text,
});
