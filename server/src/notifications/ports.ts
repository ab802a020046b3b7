import type { Page, PageRequest } from '../shared/page.ts';
import type { Mail } from './mail.ts';
import type { WebhookEvent } from './webhook.ts';

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
  /** Removes those that were given up and queued before then; how many went. */
  sweep(beforeMs: number): Promise<number>;
};

export type Mailer = {
  /** Throws `MailDeliveryError` where it knows why; `id` makes the Message-ID, so that a retry is recognisable. */
  send(mail: Mail, id: string): Promise<void>;
  close(): Promise<void>;
};

export type WebhookAttempt = {
  readonly atMs: number;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly tookMs: number;
  /** Why it did not count; null when it did. */
  readonly error: string | null;
};

export const webhookStates = ['pending', 'delivered', 'failed'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** A message as its log shows it. */
export type WebhookRecord = WebhookEvent & {
  readonly state: WebhookState;
  readonly attempts: readonly WebhookAttempt[];
  readonly dueAtMs: number | null;
};

export type ClaimedWebhook = { readonly event: WebhookEvent; readonly attempts: number };

/** Messages that must leave, kept with what became of them. Addresses and bodies are sealed at rest. */
export type WebhookStore = {
  enqueue(event: WebhookEvent): Promise<void>;
  /** For the log alone: one that was sent at once. */
  keep(event: WebhookEvent, attempt: WebhookAttempt): Promise<void>;
  /** Takes up to `limit` due messages, a few of each account but the `busy` ones, and hides them for `leaseMs`. */
  claim(nowMs: number, leaseMs: number, limit: number, busy?: readonly string[]): Promise<readonly ClaimedWebhook[]>;
  /** `retryAtMs` null ends it: delivered where the attempt has no error, else failed. */
  record(id: string, attempt: WebhookAttempt, retryAtMs: number | null): Promise<void>;
  byId(accountId: string, id: string): Promise<WebhookRecord | null>;
  /** Newest first. */
  list(accountId: string, page: PageRequest, orderId?: string): Promise<Page<WebhookRecord>>;
  /** Adds what the account sends itself in the hour under way; how many messages that makes. */
  countByHand(accountId: string, messages: number, nowMs: number): Promise<number>;
  /** Sends it once more, under the same id; false where it is unknown. */
  replay(accountId: string, id: string, nowMs: number): Promise<boolean>;
  /** What the account's messages are signed with: the newest first, older ones while they still count. */
  secrets(accountId: string, nowMs: number): Promise<readonly string[]>;
  /** The account's first secret; one that it has already stays. */
  createSecret(accountId: string, secret: string): Promise<void>;
  /** A new secret; the one before it still signs too until `oldUntilMs`. */
  rotateSecret(accountId: string, secret: string, oldUntilMs: number): Promise<void>;
  /** Removes settled messages older than that; how many went. */
  sweep(beforeMs: number): Promise<number>;
};

export type SentWebhook = {
  readonly attempt: WebhookAttempt;
  /** How long the receiver asks to be left alone. */
  readonly retryAfterMs: number | null;
  /** The address is on a network that is not sent to. */
  readonly isForbidden: boolean;
};

export type WebhookSender = {
  /** The answer's status, or the failure to get one; redirects are not followed. */
  send(event: WebhookEvent, signatures: string, sentAtMs: number): Promise<SentWebhook>;
  /** Ends what is under way. */
  close(): Promise<void>;
};
