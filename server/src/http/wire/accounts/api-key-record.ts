import { Type } from 'typebox';
import { type Permission, permissions } from '../../../accounts/account.ts';
import { mostKeyText } from '../../../api-keys/api-key.ts';
import type { KeyRequest, ListedKey, OpenKey } from '../../../api-keys/manage-keys.ts';
import { toMicroseconds, toSeconds, toSpacedSeconds } from '../../../shared/dates.ts';

const nullableText = (maxLength: number) => Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength });

export const keyRequestSchema = Type.Object({
  name: Type.Optional(nullableText(mostKeyText)),
  description: Type.Optional(nullableText(mostKeyText)),
  expiration_date: Type.Optional(nullableText(100)),
  project: Type.Optional(nullableText(100)),
  project_id: Type.Optional(nullableText(100)),
  permissions: Type.Optional(
    Type.Unsafe<readonly Permission[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', enum: [...permissions] },
    }),
  ),
});

export const keyRecordSchema = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  api_key: Type.String(),
  expiration_date: Type.String(),
  last_modified_date: Type.String(),
  created_date: Type.String(),
  project: Type.Optional(Type.String()),
  permissions: Type.Optional(Type.Array(Type.String())),
  last_used_date: Type.Optional(Type.String()),
});

export const listedKeySchema = Type.Object({
  ...keyRecordSchema.properties,
  api_key: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Null when it cannot be shown any more; it still works.',
  }),
});

type KeyRequestBody = {
  name?: string | null;
  description?: string | null;
  expiration_date?: string | null;
  project?: string | null;
  project_id?: string | null;
  permissions?: readonly Permission[] | null;
};

/** `null` is the same as not supplied; `""` is kept. */
export function toKeyRequest(body: KeyRequestBody): KeyRequest {
  const { name, description, permissions: asked } = body;
  return {
    name,
    description,
    expirationDate: body.expiration_date,
    project: body.project ?? body.project_id,
    permissions: asked,
  };
}

/** Specification: two renderings of expiration_date; contract section 4 gives `T` to the creation and the space to the list. */
export const createdKeyRecord = (key: OpenKey) => ({ ...record(key, toSeconds), api_key: key.text });
export const listedKeyRecord = (key: ListedKey) => record(key, toSpacedSeconds);

function record(key: ListedKey, renderExpiration: (ms: number) => string) {
  const created = toMicroseconds(key.createdAtMs);
  return {
    id: key.id,
    ...(key.name === null ? {} : { name: key.name }),
    ...(key.description === null ? {} : { description: key.description }),
    api_key: key.text,
    expiration_date: renderExpiration(Math.min(key.expiresAtMs, key.endedAtMs ?? Infinity)),
    last_modified_date: created,
    created_date: created,
    ...(key.project === null ? {} : { project: key.project }),
    ...(key.isRestricted ? { permissions: key.permissions } : {}),
    ...(key.lastUsed === null ? {} : { last_used_date: toMicroseconds(key.lastUsed.atMs) }),
  };
}
