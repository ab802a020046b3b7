import { MailDeliveryError } from '../../notifications/mail-failure.ts';

type SmtpError = Error & {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
};

// Sequence, TLS and sign-in replies are the operator's to mend, also where a server gives them late.
const operatorCodes = new Set([500, 502, 503, 504, 523, 524, 525, 530, 534, 535, 538]);
const aboutRelaying = /\brelay/i;

/** Turns the library's error into ours: only a 5xx about this recipient or message is final. */
export function smtpFailure(error: unknown): MailDeliveryError {
  if (error instanceof MailDeliveryError) return error;
  if (!(error instanceof Error)) return new MailDeliveryError('unknown failure', false);
  return new MailDeliveryError(describe(error), isRecipientRefused(error));
}

function isRecipientRefused({ command, responseCode, response = '' }: SmtpError): boolean {
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  if (responseCode === undefined || responseCode < 500 || responseCode > 599) return false;
  return !operatorCodes.has(responseCode) && !aboutRelaying.test(response);
}

function describe(error: SmtpError): string {
  const { command = 'CONN', responseCode, response = '', code } = error;
  if (responseCode === undefined) return `${command}: ${error.message} (${code ?? error.name})`;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const head = `${command}: ${responseCode}${status ? ` ${status}` : ''}`;
  // Replies at these steps may echo the credentials or the mail itself.
  if (command.startsWith('AUTH') || code === 'EAUTH' || command === 'DATA') return head;
  const text = response
    .replace(/^\d{3}[ -]/, '')
    .replace(status ?? '', '')
    .trim();
  return text ? `${head} ${text}` : head;
}
