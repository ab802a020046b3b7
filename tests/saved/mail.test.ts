import { expect, test } from 'vitest';
import { searchMatchedMail } from '../../server/src/notifications/templates/search-matched.ts';

const input = {
  to: 'ada@example.com',
  searchName: 'Lisbon',
  matched: 25,
  items: [
    { collection: 'scenes', id: 'one', datetime: null, address: 'https://s.example/collections/scenes/items/one' },
  ],
  deed: '',
  addresses: { search: 'https://s.example/saved-searches/1', matches: 'https://s.example/saved-searches/1/matches' },
};

test('a mail counts all that came, shows the first, and says how to end it, as text and as HTML', () => {
  const mail = searchMatchedMail({ ...input, deed: 'Order 7 was placed.' });
  expect(mail.subject).toBe('25 new items: Lisbon');
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('25 new items match your saved search');
    expect(body).toContain('24 more items came beside these');
    expect(body).toContain('scenes, no time, https://s.example/collections/scenes/items/one');
    expect(body).toContain('Order 7 was placed.');
    expect(body).toContain('pause the search by PATCH https://s.example/saved-searches/1');
  }
});

test('hostile names start no header, no link and no markup', () => {
  const searchName = 'A\r\nBcc: eve@evil.example\r\n\r\n<b onclick="x">\u202E';
  const id = '<img src=x onerror=alert(1)>\n\u0000';
  const { subject, html, text } = searchMatchedMail({
    ...input,
    searchName,
    items: [{ ...input.items[0]!, id, collection: '"><script>' }],
    deed: '<script>alert(1)</script>\nSubject: x',
  });
  expect(subject).not.toMatch(/[\r\n\u202E]/);
  expect(subject).not.toContain('evil');
  expect(html).not.toMatch(/<script|<img|<b /);
  expect(text).not.toMatch(/^(?:Bcc|Subject):/m);
});
