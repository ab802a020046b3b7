import { PlatformError } from '../shared/errors.ts';
import { composedPassword } from './password-text.ts';

const leastPasswordLength = 12;
const mostPasswordLength = 512;

/** Long enough to pass the length rule and still among the first that anyone would try. */
const blocked = new Set([
  'password',
  'passwort',
  'motdepasse',
  'contrasena',
  'qwertyuiop',
  'qwerty',
  'asdfghjkl',
  'letmein',
  'welcome',
  'changeme',
  'iloveyou',
  'administrator',
  'admin',
  'administrateur',
  'trustno1',
  'superman',
  'football',
  'baseball',
  'correcthorsebatterystaple',
  'secret',
  'default',
  'swath',
  'imagery',
  'satellite',
  'abcdefghijkl',
  'abcdefghijklm',
]);

/** What is wrong with a new password, or null. Compared without case, digits at the ends, separators and repeats. */
export function passwordProblem(given: string, email: string): string | null {
  const password = composedPassword(given);
  if ([...password].length < leastPasswordLength) return `must have at least ${leastPasswordLength} characters`;
  if (Buffer.byteLength(password) > mostPasswordLength) return `must have at most ${mostPasswordLength} bytes`;
  const plain = password.toLowerCase();
  const [user = ''] = email.toLowerCase().split('@');
  if (plain === email.toLowerCase() || (user.length > 3 && stripped(plain) === stripped(user)))
    return 'must not be the e-mail address';
  if (new Set(plain).size < 5) return 'must not repeat a few characters';
  if (isSequence(plain)) return 'must not be a sequence';
  const core = stripped(plain);
  if (core === '' || blocked.has(core) || isRepeatOf(core)) return 'is too easy to guess';
  return null;
}

export function requireGoodPassword(password: string, email: string, member: string): void {
  const problem = passwordProblem(password, email);
  if (problem !== null) throw new PlatformError('invalid_parameters', `'${member}' ${problem}`);
}

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function stripped(text: string): string {
  return text
    .replace(/^\P{L}+|\P{L}+$/gu, '')
    .replace(/[01345@$!]/g, (character) => leet[character]!)
    .replace(/[^\p{L}]/gu, '');
}

function isRepeatOf(core: string): boolean {
  return [...blocked].some(
    (word) => core.length % word.length === 0 && core === word.repeat(core.length / word.length),
  );
}

function isSequence(text: string): boolean {
  const rows = [
    'abcdefghijklmnopqrstuvwxyz',
    '01234567890123456789',
    'qwertyuiopasdfghjklzxcvbnm',
    '1234567890qwertyuiop',
  ];
  return rows.some((row) => row.includes(text) || [...row].toReversed().join('').includes(text));
}
