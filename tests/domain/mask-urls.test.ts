import { expect, test } from 'vitest';
import { maskUrls, maskedUrl } from '../../server/src/shared/mask-urls.ts';

test.each([
  ['https://example.com/stac/catalog.json', 'https://example.com/stac/catalog.json'],
  ['https://example.com', 'https://example.com'],
  ['s3://bucket/a b/ü', 's3://bucket/a b/ü'],
  ['/archive/what?/x', '/archive/what?/x'],
  ['https://user:pass@example.com/a', 'https://***@example.com/a'],
  ['https://user@example.com/a', 'https://***@example.com/a'],
  ['https://example.com/a?token=x&token=y&collections=a,b', 'https://example.com/a?token=***&collections=a%2Cb'],
  ['https://example.com/a?sig=x#secret', 'https://example.com/a?sig=***'],
  ['https://example.com/a#secret', 'https://example.com/a'],
  ['http://user:pass@[broken/a?key=x', 'http://***@[broken/a?***'],
])('%s is shown as %s', (given, shown) => expect(maskedUrl(given)).toBe(shown));

test('addresses in a sentence are masked, and nothing else of it', () => {
  const said = `'https://a:b@example.com/x?key=1' answered 404, http://example.com/y?z=2: it is gone? yes`;
  expect(maskUrls(said)).toBe(
    `'https://***@example.com/x?key=***' answered 404, http://example.com/y?z=*** it is gone? yes`,
  );
  expect(maskUrls('a plain sentence? yes')).toBe('a plain sentence? yes');
});
