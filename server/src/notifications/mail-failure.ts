import type { Mail } from './mail.ts';

/** Why a mail did not leave, told by the mailer. */
export class MailDeliveryError extends Error {
  override readonly name = 'MailDeliveryError';
  /** The recipient will never take it: trying again is pointless. */
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

const maxLength = 200;
const controls = /\p{Cc}+/gu;
const links = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
const addresses = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const longWords = /[A-Za-z0-9_~+/=-]{16,}/g;
const plainWord = /^(?:[A-Z_]+|[A-Z]?[a-z]+)$/;

/** Enough for an operator to recognise the recipient, too little to leak the address. */
export function maskAddress(address: string): string {
  if (address.lastIndexOf('@') < 1) return '***';
  return address.replace(/^(.).*@/su, '$1***@');
}

/** What may be stored and logged of a failure: servers echo addresses and links, and a link holds a one-time token. */
export function safeFailureText(error: unknown, mail: Mail): string {
  const message = error instanceof Error ? error.message || error.name : 'unknown failure';
  return message
    .replaceAll(controls, ' ')
    .replaceAll(mail.to, () => maskAddress(mail.to))
    .replaceAll(links, '[link]')
    .replaceAll(addresses, maskAddress)
    .replaceAll(longWords, (word) => (plainWord.test(word) ? word : '[redacted]'))
    .slice(0, maxLength);
}
