import type { Mail } from '../../server/src/notifications/mail.ts';
import type { MailOutbox } from '../../server/src/notifications/ports.ts';

export type MemoryEntry = {
  readonly id: string;
  readonly mail: Mail;
  readonly queuedAtMs: number;
  attempts: number;
  dueAtMs: number;
  state: 'pending' | 'sent' | 'abandoned';
  error: string;
};

export type MemoryOutbox = MailOutbox & { readonly entries: MemoryEntry[] };

/** An outbox in an array, with the lease that the real ones keep. */
export function createMemoryOutbox(): MemoryOutbox {
  const entries: MemoryEntry[] = [];
  const byId = (id: string): MemoryEntry => {
    const entry = entries.find((candidate) => candidate.id === id);
    if (!entry) throw new Error(`no mail ${id}`);
    return entry;
  };
  return {
    entries,
    async enqueue(mail, nowMs) {
      const id = `mail-${entries.length + 1}`;
      entries.push({ id, mail, queuedAtMs: nowMs, attempts: 0, dueAtMs: nowMs, state: 'pending', error: '' });
    },
    async claim(nowMs, leaseMs, limit) {
      const due = entries.filter((entry) => entry.state === 'pending' && entry.dueAtMs <= nowMs).slice(0, limit);
      for (const entry of due) Object.assign(entry, { dueAtMs: nowMs + leaseMs, attempts: entry.attempts + 1 });
      return due.map(({ id, mail, attempts, queuedAtMs }) => ({ id, mail, attempts, queuedAtMs }));
    },
    async sent(id) {
      byId(id).state = 'sent';
    },
    async retryAt(id, atMs, error) {
      Object.assign(byId(id), { dueAtMs: atMs, error });
    },
    async abandon(id, error) {
      Object.assign(byId(id), { state: 'abandoned', error });
    },
    pending: async () => entries.filter((entry) => entry.state === 'pending').length,
    // Nobody waits so long here.
    sweep: async () => 0,
  };
}
