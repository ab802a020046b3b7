import { randomUUID } from 'node:crypto';

/** One line of the append-only record of what administrators and account owners did. Never holds a secret. */
export type AuditEntry = {
  readonly id: string;
  readonly atMs: number;
  /** The account that acted; null for the operator's command line and for the service itself. */
  readonly actorId: string | null;
  readonly actor: string;
  readonly action: string;
  readonly targetId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly address: string | null;
  readonly requestId: string | null;
};

/** Who acts, from where: what the audit needs to know of a caller. */
export type Actor = {
  readonly accountId: string | null;
  readonly label: string;
  readonly address: string | null;
  readonly requestId: string | null;
};

export const operator: Actor = { accountId: null, label: 'operator (command line)', address: null, requestId: null };
export const serviceItself: Actor = { accountId: null, label: 'service', address: null, requestId: null };

export function auditEntry(
  actor: Actor,
  atMs: number,
  action: string,
  targetId: string | null,
  detail: AuditEntry['detail'] = {},
): AuditEntry {
  const { accountId: actorId, label, address, requestId } = actor;
  return { id: randomUUID(), atMs, actorId, actor: label, action, targetId, detail, address, requestId };
}
