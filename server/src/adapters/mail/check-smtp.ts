import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { parseSmtpUrl } from '../../shared/smtp-url.ts';
import { smtpFailure } from './smtp-failure.ts';

const patienceMs = 10_000;

/** Greets the server and signs in where it asks for that; sends nothing. */
export function checkSmtp(url: string): Promise<void> {
  const { auth, ...address } = parseSmtpUrl(url);
  const limits = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs };
  const connection = new SMTPConnection({ ...address, ...limits, dnsTimeout: patienceMs });
  return new Promise<void>((resolve, reject) => {
    const settle = (error?: Error | null) => {
      if (error) reject(smtpFailure(error));
      else resolve();
      connection.close();
    };
    connection.on('error', settle);
    connection.connect((error) => {
      if (error) return settle(error);
      if (!auth || !connection.allowsAuth) return settle();
      connection.login({ ...auth }, (refusal) => settle(refusal));
    });
  });
}
