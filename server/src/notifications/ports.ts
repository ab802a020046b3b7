import type { Mail } from './mail.ts';

export type QueuedMail = {
  readonly id: string;
  readonly mail: Mail;
  /** How often it has been claimed, this time included. */
  readonly attempts: number;
  /** The `nowMs` it was enqueued with. */
  readonly queuedAtMs: number;
};

/** Mail that must leave, kept until it has. Bodies are sealed at rest: they hold one-time links. */
export type MailOutbox = {
  enqueue(mail: Mail, nowMs: number): Promise<void>;
  /** Takes up to `limit` due mails and hides them for `leaseMs`, so that two nodes do not send the same one. */
  claim(nowMs: number, leaseMs: number, limit: number): Promise<readonly QueuedMail[]>;
  sent(id: string): Promise<void>;
  retryAt(id: string, atMs: number, error: string): Promise<void>;
  /** Gives up: kept with its error for the operator to see. */
  abandon(id: string, error: string): Promise<void>;
  pending(): Promise<number>;
};

export type Mailer = {
  /** Throws `MailDeliveryError` where it knows why; `id` makes the Message-ID, so that a retry is recognisable. */
  send(mail: Mail, id: string): Promise<void>;
  close(): Promise<void>;
};
