import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Patch, readPatch } from '../../../catalog/patch/patch.ts';
import { PlatformError } from '../../../shared/errors.ts';

const mergeType = 'application/merge-patch+json';
const jsonPatchType = 'application/json-patch+json';

export const patchTypes = [mergeType, 'application/json', jsonPatchType] as const;

/** The patch in the language that its content type names; plain JSON is merged, as STAC says. */
export function patchOf({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>, reply: FastifyReply): Patch {
  const type = (headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase();
  void reply.header('accept-patch', patchTypes.join(', '));
  if (!patchTypes.some((known) => known === type))
    throw new PlatformError('unsupported_media_type', `use ${patchTypes.join(' or ')}`);
  return readPatch(body, type === jsonPatchType ? 'json-patch' : 'merge-patch');
}
