import { readObject } from '../pages.ts';
import type { CallOptions, Sender } from '../transport.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A way to call the service, as OpenAPI describes it. */
export type ApiOperation = {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content?: ApiContent };
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: ApiContent }>>;
  readonly security?: readonly Schema[];
};

export type ApiContent = Readonly<
  Record<
    string,
    { readonly schema?: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>;

export type ApiDocument = {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly [member: string]: unknown;
};

/** The service's own OpenAPI document. */
export const readApiDocument = (sender: Sender, options?: CallOptions): Promise<ApiDocument> =>
  sender.send({ method: 'GET', path: '/openapi.json', read: readDocument, signal: options?.signal });

const readDocument = readObject<ApiDocument>('info', 'paths');
