import { Type } from 'typebox';
import type { Project } from '../../api-keys/api-key.ts';
import { createProject, deleteProject } from '../../api-keys/manage-projects.ts';
import { toInstant } from '../../shared/dates.ts';
import { operation } from '../route.ts';

const tag = 'Projects';
const schema = Type.Object({ id: Type.String(), name: Type.String(), created: Type.String() });
const record = ({ id, name, createdAtMs }: Project) => ({ id, name, created: toInstant(createdAtMs) });

export const list = operation({
  summary: "List the account's projects",
  tag,
  answers: { 200: Type.Array(schema) },
  handle: async (service, { principal }) => (await service.projects.list(principal.account.id)).map(record),
});

export const create = operation({
  summary: 'Create a project that keys can be generated for',
  tag,
  body: Type.Object({ name: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  errors: [409],
  answers: { 201: schema },
  handle: async (service, { body, principal, actor, reply }) => {
    const project = await createProject(service, principal.account.id, actor, body.name);
    void reply.code(201);
    return record(project);
  },
});

export const remove = operation({
  summary: 'Delete a project; its keys keep working',
  tag,
  params: Type.Object({ id: Type.String() }),
  errors: [404],
  answers: { 204: null },
  handle: async (service, { params, principal, actor, reply }) => {
    await deleteProject(service, principal.account.id, actor, params.id);
    void reply.code(204);
  },
});
