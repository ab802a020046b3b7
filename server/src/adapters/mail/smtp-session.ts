import type { ComposedMessage } from './compose-message.ts';
import type { SmtpServer } from '../../shared/smtp-url.ts';

export type SmtpTimeouts = {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  /** Silence of the server in the middle of a session. */
  readonly socketTimeout: number;
  /** The whole session: a server that answers in drips ends here. */
  readonly totalTimeout: number;
};

/** Hands one message to the server over a connection of its own, which is closed whatever happens. */
export async function runSmtpSession(
  server: SmtpServer,
  timeouts: SmtpTimeouts,
  message: ComposedMessage,
): Promise<void> {
  // Loaded with the first mail.
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const { auth, ...address } = server;
  const { totalTimeout, ...silences } = timeouts;
  const connection = new SMTPConnection({ ...address, ...silences, dnsTimeout: silences.connectionTimeout });
  await new Promise<void>((resolve, reject) => {
    const deadline = setTimeout(() => settle(new Error('the mail server took too long')), totalTimeout);

    function settle(error?: Error | null): void {
      clearTimeout(deadline);
      if (error) reject(error);
      else resolve();
      // Last, because closing reports an end, which must not pass for the outcome.
      connection.close();
    }

    function send(): void {
      connection.send(message.envelope, message.bytes, (error) => settle(error));
    }

    connection.on('error', settle);
    // A tick later, because a 421 ends the connection before it is reported.
    connection.on('end', () => setImmediate(settle, new Error('the mail server closed the connection')));
    connection.connect((error) => {
      if (error) return settle(error);
      if (!auth || !connection.allowsAuth) return send();
      connection.login({ ...auth }, (refusal) => (refusal ? settle(refusal) : send()));
    });
  });
}
