import addressparser from 'nodemailer/lib/addressparser';
import { MailDeliveryError } from '../../notifications/mail-failure.ts';
import type { Mail } from '../../notifications/mail.ts';
import { isEmailAddress } from '../../shared/email.ts';

export type Sender = { readonly name: string; readonly address: string };

export type ComposedMessage = {
  readonly envelope: { readonly from: string; readonly to: string };
  readonly bytes: Buffer;
};

/** Reads the sender setting, `Name <address>` or the bare address. */
export function parseSender(from: string): Sender {
  const [sender, ...others] = addressparser(from, { flatten: true });
  if (!sender || others.length > 0 || !isEmailAddress(sender.address)) {
    throw new Error('the sender of mails must be one address, such as "Swath <swath@example.org>"');
  }
  return { name: sender.name, address: sender.address };
}

/** Builds the RFC 822 message. The same id gives the same Message-ID, so that a repeated delivery is recognisable. */
export async function composeMessage(mail: Mail, id: string, from: Sender, date: Date): Promise<ComposedMessage> {
  // A list or a line break here would reach people who were not meant.
  if (!isEmailAddress(mail.to)) throw new MailDeliveryError('the recipient is not one e-mail address', true);
  // Loaded with the first mail: most services send few.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject.replaceAll(/[\p{Cc}\s]+/gu, ' '),
    text: mail.text,
    html: mail.html,
    date,
    messageId: `<${safeId(id)}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = composer.compile();
  // As the library spells it: the domain in ASCII, for servers that know no other.
  const { from: sender, to } = message.getEnvelope();
  return { envelope: { from: sender || from.address, to: to[0] ?? mail.to }, bytes: await message.build() };
}

/** The id as it may stand in a Message-ID and in a file name. */
export function safeId(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}
