import { maskSecret } from '../mask.ts';
import { printable } from '../printable.ts';
import { isObject } from '../read-answer.ts';
import { parseWireDate } from '../wire-dates.ts';

/** A key as the service writes it; dates without a zone are UTC. */
export type ApiKeyRecord = {
  readonly id: string;
  readonly api_key: string;
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

export function readApiKey(body: unknown): ApiKey | undefined {
  if (!isApiKeyRecord(body)) return undefined;
  const key: ApiKey = {
    ...body,
    createdAt: parseWireDate(body.created_date),
    expiresAt: parseWireDate(body.expiration_date),
    lastUsedAt: body.last_used_date ? parseWireDate(body.last_used_date) : null,
  };
  return printable('ApiKey', key, () => ({ ...key, api_key: maskSecret(key.api_key) }));
}

export function isExpired(key: Pick<ApiKey, 'expiresAt'>, nowMs: number): boolean {
  return key.expiresAt.getTime() <= nowMs;
}

function isApiKeyRecord(body: unknown): body is ApiKeyRecord {
  if (!isObject(body)) return false;
  return ['id', 'api_key', 'created_date', 'expiration_date'].every((member) => typeof body[member] === 'string');
}
