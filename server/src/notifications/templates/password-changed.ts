import type { Mail } from '../mail.ts';
import { defaultServiceName, layOut } from './layout.ts';
import { singleLine } from './plain-text.ts';
import { momentInWords } from './quantities.ts';

export type PasswordChangedMailInput = {
  readonly to: string;
  readonly name: string;
  /** The page where a reset is asked for; holds no token. */
  readonly resetUrl: string;
  readonly changedAtMs: number;
  readonly serviceName?: string;
};

/** Tells the owner of a change that they may not have made. */
export function passwordChangedMail({
  to,
  name,
  resetUrl,
  changedAtMs,
  serviceName = defaultServiceName,
}: PasswordChangedMailInput): Mail {
  const service = singleLine(serviceName);
  return layOut({
    to,
    name,
    serviceName,
    subject: `Your ${service} password was changed`,
    before: [
      `The password of your ${service} account was changed on ${momentInWords(changedAtMs)}.`,
      'If it was you, there is nothing to do. If not, reset it now and tell your administrator.',
    ],
    action: { label: 'Reset the password', url: resetUrl },
    after: ['Other sessions of the account have been signed out.'],
  });
}
