import { describe, expect, test } from 'vitest';
import { parseSender } from '../../server/src/adapters/mail/compose-message.ts';
import { slotCount } from '../../server/src/catalog/plan/slots.ts';
import { readConfig } from '../../server/src/config.ts';
import * as s from '../../server/src/shared/settings.ts';
import { acquisitionProperties } from '../../server/src/tiles/acquisition.ts';

const table = {
  PORT: { about: '', fallback: 80, parse: s.asWholeNumber(0, 65_535) } as s.Setting<number>,
  SWATH_WORD: { about: '', fallback: 'none', parse: s.asWord } as s.Setting<string>,
  SWATH_SECRET: { about: '', fallback: null, parse: s.asText, isSecret: true } as s.Setting<string | null>,
};
const files: Readonly<Record<string, string>> = { '/run/secret': ' from file\n', '/run/empty': ' \n' };
const readFile = (path: string) => files[path] ?? fail();
const fail = (): never => {
  throw new Error('ENOENT: /run/missing');
};
const read = (env: s.Environment) => s.readSettings(table, env, readFile);
const problemsOf = (action: () => unknown): readonly string[] => {
  try {
    action();
  } catch (error) {
    if (error instanceof s.BadSettings) return error.problems;
    throw error;
  }
  return [];
};

describe('readSettings', () => {
  test('falls back where nothing or the empty text is given', () => {
    expect(read({})).toEqual({ PORT: 80, SWATH_WORD: 'none', SWATH_SECRET: null });
    expect(read({ PORT: '', SWATH_WORD: '' })).toEqual(read({}));
  });

  test('reads values, and secrets from a file', () => {
    expect(read({ PORT: '8080', SWATH_WORD: 'acme', SWATH_SECRET: 'x' })).toEqual({
      PORT: 8080,
      SWATH_WORD: 'acme',
      SWATH_SECRET: 'x',
    });
    expect(read({ SWATH_SECRET_FILE: '/run/secret' }).SWATH_SECRET).toBe('from file');
  });

  test('names every problem in one message', () => {
    const env = {
      PORT: '-1',
      SWATH_WORD: 'Two Words',
      SWATH_WROD: 'x',
      SWATH_SECRET: 'a',
      SWATH_SECRET_FILE: '/run/secret',
    };
    const problems = problemsOf(() => read(env));
    expect(problems).toEqual([
      'SWATH_WROD is not a setting; did you mean SWATH_WORD?',
      "PORT must be a whole number from 0 to 65535, not '-1'",
      "SWATH_WORD must be a lower-case word of letters and digits, not 'Two Words'",
      'SWATH_SECRET and SWATH_SECRET_FILE are both given; give one',
    ]);
    expect(() => read(env)).toThrow(problems.map((problem) => `  - ${problem}`).join('\n'));
  });

  test('a file that cannot be opened is named by its setting, not by its path', () => {
    const [problem] = problemsOf(() => read({ SWATH_SECRET_FILE: '/run/missing' }));
    expect(problem).toMatch(/^SWATH_SECRET cannot be read/);
    expect(problem).not.toContain('/run/missing');
  });

  test('a file that holds nothing is named: as a token it would let everybody in', () => {
    expect(problemsOf(() => read({ SWATH_SECRET_FILE: '/run/empty' }))).toEqual([
      'SWATH_SECRET is empty: SWATH_SECRET_FILE names a file that holds nothing',
    ]);
  });

  test('the line ends of a file from Windows are named, not kept', () => {
    expect(problemsOf(() => read({ SWATH_SECRET: 'x\r', SWATH_WORD: 'acme' }))).toEqual([
      'SWATH_SECRET has a line end or another control character',
    ]);
  });

  test('what Kubernetes and Docker tell of services called swath and swath-api is no setting, a mistaken port is one', () => {
    const told = {
      SWATH_SERVICE_HOST: '10.0.0.1',
      SWATH_SERVICE_PORT: '8080',
      SWATH_SERVICE_PORT_HTTP: '8080',
      SWATH_PORT: 'tcp://10.0.0.1:8080',
      SWATH_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      SWATH_PORT_8080_TCP_PROTO: 'tcp',
      SWATH_API_SERVICE_HOST: '10.0.0.2',
      SWATH_API_PORT: 'tcp://10.0.0.2:8080',
      SWATH_API_PORT_8080_TCP_ADDR: '10.0.0.2',
    };
    expect(problemsOf(() => read(told))).toEqual([]);
    expect(problemsOf(() => read({ SWATH_PORT: '9000' }))).toEqual([
      expect.stringMatching(/^SWATH_PORT is not a setting/),
    ]);
  });

  test('_FILE is for secrets alone, other names are nobody’s business', () => {
    expect(problemsOf(() => read({ SWATH_WORD_FILE: '/run/secret' }))).toHaveLength(1);
    expect(problemsOf(() => read({ PATH: '/bin', SWATH_TEST_ANYTHING: '1', swath_word: 'x' }))).toEqual([]);
  });
});

describe('parsers', () => {
  test('asWholeNumber takes digits alone', () => {
    const parse = s.asWholeNumber(1, 100);
    expect([parse('1'), parse('100'), parse('007')]).toEqual([1, 100, 7]);
    for (const bad of ['0', '101', '1.5', '1e1', ' 1', '0x10', 'NaN', '-1', ''])
      expect(() => parse(bad)).toThrow(/1 to 100/);
  });

  test('asSwitch, asOneOf, asList, asWords', () => {
    expect(['1', 'true', '0', 'false'].map(s.asSwitch)).toEqual([true, true, false, false]);
    expect(() => s.asSwitch('yes')).toThrow(/0 or 1/);
    expect(() => s.asOneOf('a', 'b')('c')).toThrow("must be one of a, b, not 'c'");
    expect(s.asList(' a, ,b,')).toEqual(['a', 'b']);
    expect(() => s.asWords('good,Bad')).toThrow(/'Bad'/);
  });

  test('asUrl keeps to its schemes, drops the last slash and never echoes: it may hold a password', () => {
    const parse = s.asUrl('postgres', 'postgresql');
    expect(parse('postgres://u:p@h/db/')).toBe('postgres://u:p@h/db');
    for (const bad of ['mysql://u:hunter2@h', 'hunter2', '', 'http://hunter2']) {
      expect(() => parse(bad)).toThrow(/postgres:\/\/ or postgresql:\/\//);
      expect(() => parse(bad)).not.toThrow(/hunter2/);
    }
  });

  test('asServiceUrl takes nothing that would not survive a path behind it, and never echoes', () => {
    expect(s.asServiceUrl('https://example.com/imagery/')).toBe('https://example.com/imagery');
    expect(s.asServiceUrl('https://example.com:8443/')).toBe('https://example.com:8443');
    expect(s.asServiceUrl(' HTTPS://Example.COM:443/Imagery/ ')).toBe('https://example.com/Imagery');
    expect(s.asServiceUrl('https://例え.example/画像')).toBe('https://xn--r8jz45g.example/%E7%94%BB%E5%83%8F');
    const bad: readonly [string, RegExp][] = [
      ['https://user:hunter2@example.com', /user or password/],
      ['https://hunter2@example.com', /user or password/],
      ['https://example.com/?hunter2=1', /query or fragment/],
      ['https://example.com?', /query or fragment/],
      ['https://example.com/#hunter2', /query or fragment/],
      ['ftp://hunter2', /http:\/\/ or https:\/\//],
    ];
    for (const [text, why] of bad) {
      expect(() => s.asServiceUrl(text)).toThrow(why);
      expect(() => s.asServiceUrl(text)).not.toThrow(/hunter2/);
    }
  });

  test.each([
    'swath@localhost',
    ' Swath <swath@example.org> ',
    '<a@b>',
    '"Maps, Inc." <maps@example.org>',
    'Öl & Gas GmbH <o.g+x@example.org>',
    "O'Hara Imagery <x@y>",
  ])('asSender takes %j, and so does the mailer', (text) => {
    expect(s.asSender(text)).toBe(text);
    expect(() => parseSender(text)).not.toThrow();
  });

  test.each([
    'nobody',
    'a@b, c@d',
    'A <a@b>, B <c@d>',
    'Maps, Inc. <a@b>',
    'A <a@b> <c@d>',
    'a@b <c@d>',
    'A <a@b',
    'A <>',
    'A <a@b@c>',
    'Group: a@b;',
    'a@b\r\nBcc: c@d',
    'A\nB <a@b>',
  ])('asSender refuses %j', (text) => {
    expect(() => s.asSender(text)).toThrow(/one e-mail address/);
  });

  test('asEmail', () => {
    expect(s.asEmail('a@b')).toBe('a@b');
    for (const bad of ['a', 'a@', '@b', 'a b@c', 'a@b@c']) expect(() => s.asEmail(bad)).toThrow(/e-mail/);
  });
});

describe('readConfig', () => {
  test('one origin for everything by default, each address its own when given', () => {
    const { publicUrl, baseUrl, accountUrl, apiUrl } = readConfig({
      PORT: '9000',
      SWATH_ACCOUNT_URL: 'https://account.example.com/',
    });
    expect([publicUrl, baseUrl, accountUrl, apiUrl]).toEqual([
      'http://localhost:9000',
      'http://localhost:9000',
      'https://account.example.com',
      'http://localhost:9000',
    ]);
  });

  test('vendor word first, aliases after it, each once', () => {
    expect(readConfig({}).vendorWords).toEqual(['vendor', 'maxar']);
    expect(readConfig({ SWATH_VENDOR: 'maxar', SWATH_VENDOR_ALIASES: 'acme,maxar' }).vendorWords).toEqual([
      'maxar',
      'acme',
    ]);
  });

  test('none is the empty list, where an empty value would be the default', () => {
    const { vendorWords, SWATH_CORS_ORIGINS } = readConfig({
      SWATH_VENDOR_ALIASES: 'none',
      SWATH_CORS_ORIGINS: 'none',
    });
    expect({ vendorWords, SWATH_CORS_ORIGINS }).toEqual({ vendorWords: ['vendor'], SWATH_CORS_ORIGINS: [] });
    expect(readConfig({ SWATH_CORS_ORIGINS: '' }).SWATH_CORS_ORIGINS).toEqual(['*']);
  });

  test('problems between settings stand beside those of single ones', () => {
    const env = { PORT: 'x', SWATH_MAIL_FROM: 'x', SWATH_SMTP_URL: 'smtp://', SWATH_ADMIN_PASSWORD: 'hunter2' };
    const problems = problemsOf(() => readConfig(env, () => ['SWATH_ADMIN_PASSWORD is weak']));
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'SWATH_SMTP_URL',
      'SWATH_MAIL_FROM',
      'SWATH_ADMIN_PASSWORD',
      'SWATH_ADMIN_PASSWORD',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  test('a password is not called nameless when its address is only bad', () => {
    const env = { SWATH_ADMIN_EMAIL: 'nobody', SWATH_ADMIN_PASSWORD: 'x' };
    expect(problemsOf(() => readConfig(env))).toEqual([expect.stringMatching(/^SWATH_ADMIN_EMAIL must be/)]);
  });

  test.each([
    [{ SWATH_S3_ENDPOINT: 'https://example.com/path' }, /SWATH_S3_ENDPOINT must not have a path/],
    [{ SWATH_TLS_CERT: 'cert.pem' }, /SWATH_TLS_CERT and SWATH_TLS_KEY are given together/],
    [
      { SWATH_TLS_CERT: 'c', SWATH_TLS_KEY: 'k', SWATH_PUBLIC_URL: 'http://a.example' },
      /SWATH_PUBLIC_URL must begin with https/,
    ],
    [{ SWATH_ARCHIVE_BUCKETS: 's3://archive' }, /SWATH_ARCHIVE_BUCKETS needs SWATH_S3_ENDPOINT/],
    [
      { SWATH_ARCHIVE_ROOTS: '/srv', SWATH_DATA: '/srv/swath' },
      /SWATH_ARCHIVE_ROOTS must not hold the data folder.*\/srv/,
    ],
    [{ SWATH_ARCHIVE_ROOTS: '/a,.' }, /SWATH_ARCHIVE_ROOTS must not hold the data folder/],
    [{ SWATH_AOI_MIN_SQKM: '10', SWATH_AOI_MAX_SQKM: '5' }, /SWATH_AOI_MIN_SQKM must not be above SWATH_AOI_MAX_SQKM/],
    [{ SWATH_CORS_ORIGINS: 'https://a.example, https://b.example/' }, /SWATH_CORS_ORIGINS must be origins.*b\.example/],
    [{ SWATH_CORS_ORIGINS: 'https://Map.example' }, /SWATH_CORS_ORIGINS must be origins.*Map\.example/],
    [{ SWATH_CORS_ORIGINS: 'https://a.example:443' }, /SWATH_CORS_ORIGINS must be origins.*:443/],
    [{ SWATH_QUERYABLES: 'a,b,c,d,e,f,g,h,i,j,k' }, /SWATH_QUERYABLES must be at most 10 properties, not 11/],
    [{ SWATH_API_URL: 'https://example.com?a' }, /SWATH_API_URL must not have a query/],
    [{ SWATH_MASTER_KEY: `${'A'.repeat(42)}!=` }, /SWATH_MASTER_KEY must be 32 bytes/],
    [{ SWATH_ADMIN_PASSWORD: 'x' }, /SWATH_ADMIN_PASSWORD is given without SWATH_ADMIN_EMAIL/],
    [{ SWATH_TRUSTED_PROXIES: '10.0.0.0/33' }, /SWATH_TRUSTED_PROXIES/],
    [{ SWATH_TRUSTED_PROXIES: 'proxy.local' }, /SWATH_TRUSTED_PROXIES/],
    [{ SWATH_MASTER_KEY: 'too short' }, /SWATH_MASTER_KEY must be 32 bytes/],
    [{ SWATH_AUTHENTICATE_BAD_REQUEST_STATUS: '500' }, /SWATH_AUTHENTICATE_BAD_REQUEST_STATUS/],
    [{ PORT: '70000' }, /PORT/],
  ])('refuses %j', (env, message) => {
    expect(() => readConfig(env as s.Environment)).toThrow(message);
  });

  test('SWATH_QUERYABLES takes as many as the catalogue has room for', () => {
    const names = Array.from({ length: slotCount - acquisitionProperties.length }, (_, at) => `p${at}`);
    const asked = (more: readonly string[]) => readConfig({ SWATH_QUERYABLES: [...names, ...more].join() });
    expect(asked(acquisitionProperties).SWATH_QUERYABLES).toHaveLength(slotCount);
    expect(() => asked(['one-more'])).toThrow(/SWATH_QUERYABLES must be at most/);
  });

  test.each([
    { SWATH_AOI_MIN_SQKM: '10' },
    { SWATH_ARCHIVE_ROOTS: '/srv/archive,/srv/swath/buckets/own,/srv/swath-archive', SWATH_DATA: '/srv/swath' },
    { SWATH_CORS_ORIGINS: 'https://a.example:8443, null, app://here' },
    { SWATH_QUERYABLES: 'a,b,c,d,e,f,g,h,i,j,catalog_id,acquisition_id' },
  ])('takes %j', (env) => {
    expect(() => readConfig(env as s.Environment)).not.toThrow();
  });

  test('a master key is the same as hex and as base64', () => {
    const bytes = Buffer.alloc(32, 0xab);
    const [hex, base64] = (['hex', 'base64'] as const).map((form) =>
      readConfig({ SWATH_MASTER_KEY: bytes.toString(form) }),
    );
    expect(hex!.SWATH_MASTER_KEY).toBe(base64!.SWATH_MASTER_KEY);
  });
});
