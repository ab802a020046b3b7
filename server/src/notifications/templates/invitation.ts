import type { Mail } from '../mail.ts';
import { durationInWords, minutesPerDay } from './duration.ts';
import { defaultServiceName, layOut } from './layout.ts';
import { shownName, singleLine } from './plain-text.ts';

export type InvitationMailInput = {
  readonly to: string;
  readonly name: string;
  readonly url: string;
  readonly expiresInDays: number;
  readonly serviceName?: string;
  /** The name of who invites, where it may be told. */
  readonly invitedBy?: string;
};

/** To someone whose account was made for them and has no password yet. */
export function invitationMail({
  to,
  name,
  url,
  expiresInDays,
  serviceName = defaultServiceName,
  invitedBy,
}: InvitationMailInput): Mail {
  const service = singleLine(serviceName);
  const host = shownName(invitedBy ?? '');
  const invitation = host ? `${host} has invited you to ${service}.` : `You have been invited to ${service}.`;
  return layOut({
    to,
    name,
    serviceName,
    subject: `Your invitation to ${service}`,
    before: [`${invitation} Choose a password to open your account; you sign in with this e-mail address.`],
    action: { label: 'Accept the invitation', url },
    after: [
      `The link works once and for ${durationInWords(expiresInDays * minutesPerDay)}.`,
      'If you did not expect this, ignore this mail: nothing happens without your password.',
    ],
  });
}
