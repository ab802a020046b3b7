/** Reads settings from an environment and collects every problem, so that one message can name them all. */
export type Setting<T> = {
  readonly about: string;
  /** Shown in the documentation when it is not simply the default's text. */
  readonly defaultText?: string;
  readonly isSecret?: boolean;
  readonly fallback: T;
  /** Throws an Error whose message completes "NAME ...". */
  readonly parse: (text: string) => T;
};

export type SettingTable = Readonly<Record<string, Setting<unknown>>>;
export type SettingValues<T extends SettingTable> = {
  readonly [K in keyof T]: T[K] extends Setting<infer V> ? V : never;
};

/** All that is wrong with the settings, in one message. */
export class BadSettings extends Error {
  override readonly name = 'BadSettings';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`bad settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

type ReadFile = (path: string) => string;

/** What is wrong with settings together; those that are bad by themselves are missing. */
export type CrossCheck<T extends SettingTable> = (values: Partial<SettingValues<T>>) => readonly string[];

/** `NAME_FILE` may stand for a secret `NAME`; an empty value counts as not given. */
export function readSettings<T extends SettingTable>(
  table: T,
  env: Environment,
  readFile: ReadFile,
  crossCheck: CrossCheck<T> = () => [],
): SettingValues<T> {
  const problems = unknownNames(table, env);
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(table)) {
    try {
      const text = textOf(name, setting, env, readFile);
      values[name] = text === undefined ? setting.fallback : setting.parse(text);
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is not valid'}`);
    }
  }
  problems.push(...crossCheck(values as Partial<SettingValues<T>>));
  if (problems.length > 0) throw new BadSettings(problems);
  return values as SettingValues<T>;
}

function textOf(name: string, setting: Setting<unknown>, env: Environment, readFile: ReadFile): string | undefined {
  const direct = env[name] || undefined;
  const file = setting.isSecret ? env[`${name}_FILE`] || undefined : undefined;
  if (direct !== undefined && file !== undefined) throw new Error(`and ${name}_FILE are both given; give one`);
  // A file with Windows line ends leaves one behind each value, which nobody sees.
  if (direct !== undefined && /\p{Cc}/u.test(direct)) throw new Error('has a line end or another control character');
  if (file === undefined) return direct;
  const held = heldBy(name, file, readFile);
  // Never the same as not given: an empty token would open what it is to close.
  return held === '' ? fail(`is empty: ${name}_FILE names a file that holds nothing`) : held;
}

function heldBy(name: string, file: string, readFile: ReadFile): string {
  try {
    return readFile(file).trim();
  } catch {
    throw new Error(`cannot be read: ${name}_FILE names a file that cannot be opened`);
  }
}

/** Which server the commands of customers talk to: no settings of a service, but often there beside them. */
const ofCustomers = new Set(['SWATH_URL', 'SWATH_API_KEY', 'SWATH_SERVER']);

const ofOthers = /^SWATH_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_[A-Z]+(?:_(?:PROTO|PORT|ADDR))?)$/;

/** What Kubernetes and Docker tell every process of services that are called like this one. */
const tellsOfService = (name: string, value: string | undefined): boolean =>
  ofOthers.test(name) || (name.endsWith('_PORT') && /^[a-z]+:\/\//.test(value ?? ''));

function unknownNames(table: SettingTable, env: Environment): string[] {
  const known = new Set(Object.entries(table).flatMap(([name, s]) => (s.isSecret ? [name, `${name}_FILE`] : [name])));
  return Object.keys(env)
    .filter((name) => name.startsWith('SWATH_') && !name.startsWith('SWATH_TEST_'))
    .filter((name) => !known.has(name) && !ofCustomers.has(name) && !tellsOfService(name, env[name]))
    .sort()
    .map((name) => `${name} is not a setting${nearest(name, known)}`);
}

function nearest(name: string, known: ReadonlySet<string>): string {
  const best = [...known].map((other) => ({ other, gap: editDistance(name, other) })).sort((a, b) => a.gap - b.gap)[0];
  return best !== undefined && best.gap <= 3 ? `; did you mean ${best.other}?` : '';
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

const fail = (why: string): never => {
  throw new Error(why);
};

export const asText = (text: string) => text;

export const asList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const asWholeNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most
    ? value
    : fail(`must be a whole number from ${least} to ${most}, not '${text}'`);
};

export const asNumber = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new Error(`must be a number from ${least} to ${most}, not '${text}'`);
  return value;
};

export const asSwitch = (text: string) =>
  text === '1' || text === 'true'
    ? true
    : text === '0' || text === 'false'
      ? false
      : fail(`must be 0 or 1, not '${text}'`);

export const asOneOf =
  <const T extends string>(...choices: readonly T[]) =>
  (text: string): T =>
    choices.find((choice) => choice === text) ?? fail(`must be one of ${choices.join(', ')}, not '${text}'`);

export const asWord = (text: string) =>
  /^[a-z][a-z0-9]*$/.test(text) ? text : fail(`must be a lower-case word of letters and digits, not '${text}'`);

export const asWords = (text: string) => asList(text).map(asWord);

/** `none` is the empty list: an empty value would mean the default. */
export const orNone = (parse: (text: string) => readonly string[]) => (text: string) =>
  text.trim() === 'none' ? [] : parse(text);

export const asEmail = (text: string) =>
  /^[^\s@]+@[^\s@]+$/.test(text) ? text : fail(`must be an e-mail address, not '${text}'`);

/** An absolute URL of one of the schemes, without a trailing slash; the value is never echoed: it may hold a password. */
export const asUrl =
  (...schemes: readonly string[]) =>
  (given: string) => {
    const text = given.trim();
    const scheme = URL.canParse(text) ? new URL(text).protocol.slice(0, -1) : '';
    return schemes.includes(scheme)
      ? text.replace(/\/+$/, '')
      : fail(`must be a URL that starts with ${schemes.map((s) => `${s}://`).join(' or ')}`);
  };

/** An address of the service itself, that paths are put behind; never echoed either: it may hold a password by mistake. */
export const asServiceUrl = (text: string) => {
  // As browsers spell it: capital letters, a usual port and other scripts would each be another address to somebody.
  const address = new URL(asUrl('http', 'https')(text)).href.replace(/\/+$/, '');
  const { username, password } = new URL(address);
  if (username !== '' || password !== '') fail('must not hold a user or password');
  if (/[?#]/.test(address)) fail('must not have a query or fragment');
  return address;
};

/** One of another service, which knows its own paths. */
export const asRootUrl = (text: string) => {
  const address = asServiceUrl(text);
  return new URL(address).pathname === '/' ? address : fail('must not have a path');
};

const mailAddress = String.raw`[^\s<>,;:"()@[\]\\\p{Cc}]+@[^\s<>,;:"()@\p{Cc}]+`;
const senderName = String.raw`(?:[^<>,;:"()@[\]\\\p{Cc}]*|"[^"\\\p{Cc}]*"\s*)`;
const sender = new RegExp(`^\\s*(?:${mailAddress}|${senderName}<${mailAddress}>)\\s*$`, 'u');

/** One sender of mails: `address` or `Name <address>`. */
export const asSender = (text: string) =>
  sender.test(text) ? text : fail(`must be one e-mail address, such as 'Swath <swath@example.org>', not '${text}'`);
