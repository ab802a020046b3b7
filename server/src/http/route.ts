import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Permission } from '../accounts/account.ts';
import type { Principal } from '../accounts/principal.ts';
import type { Actor } from '../accounts/audit.ts';
import type { Service } from '../service.ts';
import type { PlatformError } from '../shared/errors.ts';
import type { HeaderName } from './answer-headers.ts';
import type { BodyKind } from './body.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `none` makes a route public; `cookie` is for the web session alone. */
export type CredentialKind = 'none' | 'bearer' | 'key' | 'cookie';

export type Access = {
  readonly credentials: ReadonlySet<CredentialKind>;
  readonly permission?: Permission;
  /** An address that the service has signed needs no credential. */
  readonly signed?: true;
};

/** One request as a handler sees it: parsed and authorised. */
export type Call<Body = unknown, Query = unknown, Params = unknown> = {
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  readonly principal: Principal;
  readonly actor: Actor;
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** `message` and `status` are those of the error object. */
export type Report = (
  error: PlatformError,
  told: { readonly message: string; readonly status: number },
  request: FastifyRequest,
) => { readonly contentType: string; readonly text: string } | null;

type SchemaOf<S> = S extends TSchema ? Static<S> : undefined;

export type Operation = {
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly body?: TSchema;
  readonly isBodyOptional?: boolean;
  readonly bodyKind?: BodyKind;
  /** Content types of the body for the document, where they are not those of its kind. */
  readonly consumes?: readonly string[];
  /** Of the body's geometries: more are a bad request even where they make the body too large. */
  readonly mostPositions?: number;
  /** What it begins needs room on the disk: refused before the body is read where there is little left. */
  readonly takesRoom?: true;
  /** The handler checks what comes itself, with wording of its own. */
  readonly checksOwnBody?: boolean;
  readonly query?: TSchema;
  readonly params?: TSchema;
  /** For the document alone. */
  readonly headers?: TSchema;
  /** Errors beyond those that follow from access and input (400, 401, 403, 413, 415, 429). */
  readonly errors?: readonly number[];
  /** Success answers by status. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
  /** Headers of its good answers, beyond those that follow from their statuses (304, 206). */
  readonly sends?: readonly HeaderName[];
  readonly contentType?: string;
  /** Further types of the success answers. */
  readonly alsoContentTypes?: readonly string[];
  /** False for files, of which ranges are sent. */
  readonly isCompressed?: false;
  /** What was compressed leaves at once, for answers that are long in the making. */
  readonly isFlushed?: true;
  /** Errors in a form of its own; null leaves one to the error object. */
  readonly report?: Report;
  /** Content types of those, for the document. */
  readonly reportTypes?: readonly string[];
  readonly handle: (service: Service, call: Call) => unknown;
};

/** Gives the handler the types of its schemas. */
export function operation<
  B extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  P extends TSchema | undefined = undefined,
>(
  spec: Omit<Operation, 'body' | 'query' | 'params' | 'handle'> & {
    readonly body?: B;
    readonly query?: Q;
    readonly params?: P;
  } & {
    readonly handle: (service: Service, call: Call<SchemaOf<B>, SchemaOf<Q>, SchemaOf<P>>) => unknown;
  },
): Operation {
  return spec as unknown as Operation;
}

/** What the document says of a request. All but headers is checked before it is handled. */
export const inputsOf = ({ body, query, params, headers }: Operation): FastifySchema => ({
  ...(body ? { body } : {}),
  ...(query ? { querystring: query } : {}),
  ...(params ? { params } : {}),
  ...(headers ? { headers } : {}),
});

export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly operation: Operation;
  /** `stac` routes are mounted under `/discovery/v1` too, and their errors carry the request id. */
  readonly part?: 'stac';
  readonly isHidden?: true;
};
