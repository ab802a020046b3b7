import { randomUUID } from 'node:crypto';
import { type Actor, auditEntry } from '../accounts/audit.ts';
import { PlatformError } from '../shared/errors.ts';
import type { Service } from '../service.ts';
import type { Project } from './api-key.ts';

type Needs = Pick<Service, 'projects' | 'clock'>;

export async function createProject(service: Needs, accountId: string, actor: Actor, name: string): Promise<Project> {
  if (name.trim() === '') throw new PlatformError('invalid_parameters', `'name' must not be empty`);
  const nowMs = service.clock.nowMs();
  const project = { id: randomUUID(), accountId, name: name.trim(), createdAtMs: nowMs };
  const outcome = await service.projects.create(project, auditEntry(actor, nowMs, 'project.create', project.id));
  if (outcome === 'name_taken') throw new PlatformError('conflict', `a project with this 'name' exists`);
  return project;
}

export async function deleteProject(service: Needs, accountId: string, actor: Actor, id: string): Promise<void> {
  const entry = auditEntry(actor, service.clock.nowMs(), 'project.delete', id);
  if (!(await service.projects.delete(accountId, id, entry))) throw new PlatformError('not_found');
}
