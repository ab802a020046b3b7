import { type SlotValue, rawOfSlot } from '../plan/slots.ts';

/** The text of a value; null for what is none, and for arrays and objects, which are no term. */
export function termOf(value: SlotValue): string | null {
  if (typeof value === 'string' || value === null) return value;
  const raw = rawOfSlot(value) ?? null;
  return raw === null ? null : String(raw);
}
