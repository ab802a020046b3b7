import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { WriteConditions } from '../../../catalog/write-conditions.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { requiredEtag } from '../files/entity-tag.ts';

/** Whether what is missing is created and what exists replaced. */
export const upsertSchema = Type.Object(
  {
    upsert: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'Creates what is missing and replaces what exists.' }),
    ),
  },
  { additionalProperties: false },
);

type Upsert = Static<typeof upsertSchema>;
type Asked = Pick<FastifyRequest, 'headers'>;

/** The conditions of a PUT. */
export const putConditions = ({ headers }: Asked, { upsert }: Upsert, baseUrl: string): WriteConditions => ({
  isUpsert: upsert === 'true',
  isCreateOnly: isCreateOnly(headers['if-none-match']),
  ifMatch: requiredEtag(headers['if-match'], baseUrl),
});

/** The conditions of a POST: its path is not the document's, so that there is no etag to ask for. */
export function postConditions({ headers }: Asked, query: Upsert, baseUrl: string): WriteConditions {
  if (headers['if-match'] !== undefined) refuse("'If-Match' is for PUT, PATCH and DELETE of one document");
  return putConditions({ headers }, query, baseUrl);
}

/** The etag that a PATCH or DELETE asks for. */
export function ifMatchOf({ headers }: Asked, baseUrl: string): string | null {
  if (headers['if-none-match'] !== undefined) refuse("'If-None-Match' has no meaning here");
  return requiredEtag(headers['if-match'], baseUrl);
}

/** Many documents have no one tag: a condition that would be ignored is refused. */
export function refuseConditions({ headers }: Asked): void {
  for (const name of ['If-Match', 'If-None-Match'])
    if (headers[name.toLowerCase()] !== undefined) refuse(`'${name}' is for one document`);
}

function isCreateOnly(ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') refuse("'If-None-Match' of a write must be '*'");
  return ifNoneMatch !== undefined;
}

function refuse(reason: string): never {
  throw new PlatformError('invalid_parameters', reason);
}
