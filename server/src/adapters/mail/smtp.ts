import type { Mailer } from '../../notifications/ports.ts';
import { systemClock, type Clock } from '../../shared/clock.ts';
import { parseSmtpUrl } from '../../shared/smtp-url.ts';
import { composeMessage, parseSender } from './compose-message.ts';
import { smtpFailure } from './smtp-failure.ts';
import { runSmtpSession, type SmtpTimeouts } from './smtp-session.ts';

export type SmtpMailerOptions = {
  /** `smtp://` (STARTTLS where offered) or `smtps://`, with `user:password@` where the server asks for it. */
  readonly url: string;
  readonly from: string;
  readonly clock?: Clock;
  readonly timeouts?: Partial<SmtpTimeouts>;
};

// The whole stays under the 30 s that a clean stop may take, and far under the outbox's lease.
const defaultTimeouts: SmtpTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  totalTimeout: 25_000,
};

/** Sends each mail over a connection of its own: mails are few, and a kept connection would go stale between them. */
export function createSmtpMailer({ url, from, clock = systemClock, timeouts }: SmtpMailerOptions): Mailer {
  const server = parseSmtpUrl(url);
  const sender = parseSender(from);
  const limits = { ...defaultTimeouts, ...timeouts };
  return {
    async send(mail, id) {
      try {
        const message = await composeMessage(mail, id, sender, new Date(clock.nowMs()));
        await runSmtpSession(server, limits, message);
      } catch (error) {
        throw smtpFailure(error);
      }
    },
    close: async () => {},
  };
}
