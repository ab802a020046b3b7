import { Type } from 'typebox';
import type { AuditEntry } from '../../accounts/audit.ts';
import { toInstant } from '../../shared/dates.ts';
import { operation } from '../route.ts';
import { pageQuery, pageRecord, pageSchema, toPageRequest } from '../wire/parts/page-request.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const schema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  actor_id: nullableText,
  actor: Type.String(),
  action: Type.String(),
  target_id: nullableText,
  detail: Type.Unknown(),
  address: nullableText,
  request_id: nullableText,
});

const record = ({ id, atMs, actorId, actor, action, targetId, detail, address, requestId }: AuditEntry) => ({
  id,
  at: toInstant(atMs),
  actor_id: actorId,
  actor,
  action,
  target_id: targetId,
  detail,
  address,
  request_id: requestId,
});

export const list = operation({
  summary: 'What administrators and account owners did, newest first; append-only',
  tag: 'Administration',
  query: Type.Intersect([pageQuery, Type.Object({ target: Type.Optional(Type.String()) })]),
  answers: { 200: pageSchema(schema) },
  handle: async (service, { query }) => {
    const page = { ...toPageRequest(query), ...(query.target ? { targetId: query.target } : {}) };
    return pageRecord(await service.audit.list(page), record);
  },
});
