import { type Actor, auditEntry } from '../accounts/audit.ts';
import type { RecordDeed } from '../catalog/record-deed.ts';
import type { Service } from '../service.ts';

/** Writes into the audit, in the caller's name, what a use case of the catalogue did. */
export const deedRecorder =
  ({ audit, clock }: Pick<Service, 'audit' | 'clock'>, actor: Actor): RecordDeed =>
  (action, targetId, detail) =>
    audit.append(auditEntry(actor, clock.nowMs(), action, targetId, detail));
