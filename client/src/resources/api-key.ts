import { maskSecret } from '../mask.ts';
import { printable } from '../printable.ts';
import { isObject } from '../read-answer.ts';
import { parseWireDate } from '../wire-dates.ts';

/** A key as the service writes it; dates without a zone are UTC. */
export type ApiKeyRecord = {
  readonly id: string;
  /** Null when the service cannot show it any more; whoever holds it can still use it. */
  readonly api_key: string | null;
  readonly name?: string;
  readonly description?: string;
  readonly project?: string;
  readonly permissions?: readonly string[];
  readonly created_date: string;
  readonly last_modified_date: string;
  readonly expiration_date: string;
  readonly last_used_date?: string | null;
};

/** The record with its dates read; printing it masks `api_key`. */
export type ApiKey = ApiKeyRecord & {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  toString(): string;
};

export type ApiKeyWithValue = ApiKey & { readonly api_key: string };

export const hasValue = (key: ApiKey): key is ApiKeyWithValue => key.api_key !== null;

export function readApiKey(body: unknown): ApiKey | undefined {
  if (!isApiKeyRecord(body)) return undefined;
  const key: ApiKey = {
    ...body,
    createdAt: parseWireDate(body.created_date),
    expiresAt: parseWireDate(body.expiration_date),
    lastUsedAt: body.last_used_date ? parseWireDate(body.last_used_date) : null,
  };
  return printable('ApiKey', key, () => ({ ...key, api_key: key.api_key === null ? null : maskSecret(key.api_key) }));
}

export function isExpired(key: Pick<ApiKey, 'expiresAt'>, nowMs: number): boolean {
  return key.expiresAt.getTime() <= nowMs;
}

function isApiKeyRecord(body: unknown): body is ApiKeyRecord {
  if (!isObject(body)) return false;
  const isText = (member: string) => typeof body[member] === 'string';
  return ['id', 'created_date', 'expiration_date'].every(isText) && (isText('api_key') || body['api_key'] === null);
}
