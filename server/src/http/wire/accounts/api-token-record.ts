import { Type } from 'typebox';
import { listedKeySchema } from './api-key-record.ts';
import { orNull } from '../parts/schema-parts.ts';

const value = orNull(Type.String());

export const apiTokenSchema = Type.Object({
  ...listedKeySchema.properties,
  name: value,
  description: value,
  api_token: Type.Optional(value),
  apiToken: Type.Optional(value),
});

export type TokenServiceVersion = 'v1' | 'v2';

type KeyRecord = { readonly api_key: string | null; readonly name?: string; readonly description?: string };

/** A key under its older name: what was not given is null, for clients of that time read it of every record. */
export const apiTokenRecord = (key: KeyRecord, version: TokenServiceVersion) => ({
  ...key,
  name: key.name ?? null,
  description: key.description ?? null,
  [version === 'v1' ? 'apiToken' : 'api_token']: key.api_key,
});
