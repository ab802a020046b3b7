import { describe, expect, it } from 'vitest';
import { composeMessage, parseSender } from '../../server/src/adapters/mail/compose-message.ts';
import { createSmtpMailer } from '../../server/src/adapters/mail/smtp.ts';
import { isEmailAddress } from '../../server/src/shared/email.ts';
import { parseSmtpUrl } from '../../server/src/shared/smtp-url.ts';
import { invitationMail } from '../../server/src/notifications/templates/invitation.ts';
import { passwordChangedMail } from '../../server/src/notifications/templates/password-changed.ts';
import { passwordResetMail } from '../../server/src/notifications/templates/password-reset.ts';
import { from, link, startMs } from './mail-fixtures.ts';
import { readMessage } from './read-message.ts';

const to = 'ada@example.org';
const hostile = `Eve"><img src=x onerror=alert(1)>\r\nBcc: victim@example\r\n\r\n<b>body</b>\u202Egnp`;

const templates = {
  passwordReset: (name: string, serviceName: string) =>
    passwordResetMail({ to, name, url: link, expiresInMinutes: 60, serviceName }),
  invitation: (name: string, serviceName: string) =>
    invitationMail({ to, name, url: link, expiresInDays: 7, serviceName, invitedBy: name }),
  passwordChanged: (name: string, serviceName: string) =>
    passwordChangedMail({ to, name, resetUrl: link, changedAtMs: startMs, serviceName }),
};

describe.each(Object.entries(templates))('the %s mail', (_name, make) => {
  it('shows a hostile name and service name as harmless text on one line', async () => {
    const mail = make(hostile, hostile);
    expect(mail.subject).not.toMatch(/[\r\n\u202E]/);
    expect(mail.html).not.toMatch(/<img|<b>|\u202E/);
    expect(mail.html).toContain('Eve&quot;&gt;&lt;img');
    expect(mail.text.split('\n')[0]).toMatch(/^Hello Eve.*,$/);
    const message = await composeMessage(mail, 'id', parseSender(from), new Date(startMs));
    const { headers, headerNames } = readMessage(message.bytes.toString());
    expect(headerNames.filter((name) => ['bcc', 'cc', 'to'].includes(name))).toEqual(['to']);
    expect(headers.get('to')).toBe(to);
    expect(message.envelope.to).toBe(to);
  });

  it('loads nothing from elsewhere and holds the link in both parts', () => {
    const mail = make('Ada', 'Swath');
    expect(mail.html).not.toMatch(/<img|<link|<script|src=|url\(/);
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  it.each(['Win at http://evil.example', 'evil.example', 'www.evil.example'])(
    'does not greet by a link: %s',
    (name) => {
      const mail = make(name, 'Swath');
      expect(mail.text).toMatch(/^Hello,\n/);
      expect(mail.text + mail.html).not.toContain('evil');
    },
  );
});

describe('names of people', () => {
  it.each(['Ada Lovelace', 'J. R. R. Tolkien', 'Zoë Ünïcode', '李小龍', "O'Neill"])('greets %s by name', (name) => {
    expect(templates.passwordReset(name, 'Swath').text).toContain(`Hello ${name},\n`);
  });
});

function isSender(address: string): boolean {
  try {
    return parseSender(address).address === address;
  } catch {
    return false;
  }
}

describe('composeMessage', () => {
  it.each(['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', '<a@example.org>', '', 'nobody'])(
    'refuses a recipient that is not one address for good: %j',
    async (recipient) => {
      const mail = { to: recipient, subject: 's', text: 't', html: 'h' };
      const composed = composeMessage(mail, 'id', parseSender(from), new Date(startMs));
      await expect(composed).rejects.toMatchObject({ name: 'MailDeliveryError', isPermanent: true });
    },
  );

  it.each(['ada@example.org', 'zoë+1@bücher.example', 'admin@localhost', 'a@b@example.org', `${'a'.repeat(320)}@b`])(
    'takes as recipient and as sender what an account may have as its address, and nothing else: %s',
    async (address) => {
      const mail = { to: address, subject: 's', text: 't', html: 'h' };
      const composed = composeMessage(mail, 'id', parseSender(from), new Date(startMs));
      const isTaken = await composed.then(
        () => true,
        () => false,
      );
      expect(isTaken).toBe(isEmailAddress(address));
      expect(isSender(address)).toBe(isTaken);
    },
  );

  it('spells domains of other scripts in the envelope as every mail server knows them', async () => {
    const mail = { to: 'ada@jõgeva.example', subject: 's', text: 't', html: 'h' };
    const sender = parseSender('Swath <swath@bücher.example>');
    const { envelope } = await composeMessage(mail, 'id', sender, new Date(startMs));
    expect(envelope).toEqual({ from: 'swath@xn--bcher-kva.example', to: 'ada@xn--jgeva-dua.example' });
    // Who has other letters before the @ needs a server that knows them either way.
    const other = await composeMessage({ ...mail, to: 'zoë@bücher.example' }, 'id', sender, new Date(startMs));
    expect(other.envelope.to).toBe('zoë@bücher.example');
  });

  it('lets no line break of the subject or the id into the headers', async () => {
    const mail = { to, subject: 'a\r\nBcc: b@example.org', text: 't', html: 'h' };
    const { bytes } = await composeMessage(mail, 'x>\r\nBcc: c@d', parseSender(from), new Date(startMs));
    const message = readMessage(bytes.toString());
    expect(message.headerNames).not.toContain('bcc');
    expect(message.headers.get('subject')).toBe('a Bcc: b@example.org');
  });
});

describe('the SMTP settings', () => {
  it('are read from the URL', () => {
    expect(parseSmtpUrl('smtps://u%40x:p%3Aw@[::1]?tls.rejectUnauthorized=false')).toEqual({
      host: '::1',
      port: 465,
      secure: true,
      requireTLS: false,
      tls: { rejectUnauthorized: false },
      auth: { user: 'u@x', pass: 'p:w' },
    });
    expect(parseSmtpUrl('smtp://mail.example.org?requireTLS=true')).toMatchObject({ port: 587, requireTLS: true });
  });

  it.each([
    'http://u:s3cret@host',
    's3cret',
    'smtp://u:s3cret@',
    'smtp://u:s3cret@host:99999',
    'smtp://u:s3cret%zz@host',
    'smtp://u:s3cret@host?logger=true',
  ])('that are bad are refused without repeating the password: %s', (url) => {
    let message = '';
    try {
      createSmtpMailer({ url, from });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('mail server');
    expect(message).not.toContain('s3cret');
  });

  it.each(['', 'nobody', 'a@example.org, b@example.org'])('refuse the sender %j', (sender) => {
    expect(() => createSmtpMailer({ url: 'smtp://localhost', from: sender })).toThrow('sender');
  });
});
