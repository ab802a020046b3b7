import type { Mail } from '../mail.ts';
import { durationInWords } from './duration.ts';
import { defaultServiceName, layOut } from './layout.ts';
import { singleLine } from './plain-text.ts';

export type PasswordResetMailInput = {
  readonly to: string;
  readonly name: string;
  readonly url: string;
  readonly expiresInMinutes: number;
  readonly serviceName?: string;
};

/** To who asked for a new password. */
export function passwordResetMail({
  to,
  name,
  url,
  expiresInMinutes,
  serviceName = defaultServiceName,
}: PasswordResetMailInput): Mail {
  const service = singleLine(serviceName);
  return layOut({
    to,
    name,
    serviceName,
    subject: `Reset your ${service} password`,
    before: [`Someone, hopefully you, asked to reset the password of your ${service} account.`],
    action: { label: 'Choose a new password', url },
    after: [
      `The link works once and for ${durationInWords(expiresInMinutes)}.`,
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  });
}
