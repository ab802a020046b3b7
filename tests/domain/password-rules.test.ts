import { describe, expect, test } from 'vitest';
import { generatePassword } from '../../server/src/accounts/manage-accounts.ts';
import { passwordProblem } from '../../server/src/accounts/password-rules.ts';

const email = 'jonathan.smith@example.com';

describe('passwordProblem refuses', () => {
  test.each([
    ['', /at least 12/],
    ['eleven-char', /at least 12/],
    ['🛰🛰🛰🛰🛰🛰', /at least 12/],
    ['x1y2z3'.repeat(100), /at most 512 bytes/],
    ['ü'.repeat(257), /at most 512 bytes/],
    ['aaaaaaaaaaaa', /repeat/],
    ['abababababab', /repeat/],
    ['AaAaAaAaAaAa', /repeat/],
    ['abcdefghijkl', /sequence/],
    ['ZYXWVUTSRQPO', /sequence/],
    ['012345678901', /sequence/],
    ['987654321098', /sequence/],
    ['qwertyuiopas', /sequence/],
    ['password1234', /too easy/],
    ['Password!!!!', /too easy/],
    ['P@ssw0rd1234', /too easy/],
    ['  password  12', /too easy/],
    ['pass-word-123', /too easy/],
    ['passwordpassword', /too easy/],
    ['adminadminadmin', /too easy/],
    ['CorrectHorseBatteryStaple', /too easy/],
    ['correct horse battery staple', /too easy/],
    ['192837465019', /too easy/],
    [email, /e-mail address/],
    [email.toUpperCase(), /e-mail address/],
    ['jonathan.smith2026', /e-mail address/],
    ['JonathanSmith!', /e-mail address/],
  ])('%j', (password, problem) => {
    expect(passwordProblem(password, email)).toMatch(problem);
  });
});

describe('passwordProblem takes', () => {
  test.each([
    ['meadow-lantern-tide-41'],
    ['my password is a long sentence'],
    ['пароль из кириллицы'],
    ['長い長いパスワードです、はい。'],
    ['x'.repeat(500) + 'abcdefgh'],
    ['            a b c d e'],
  ])('%j', (password) => {
    expect(passwordProblem(password, email)).toBeNull();
  });

  test('every password that the service makes up, none of them twice', () => {
    const made = Array.from({ length: 500 }, generatePassword);
    expect(new Set(made).size).toBe(500);
    for (const password of made) expect(passwordProblem(password, email)).toBeNull();
  });
});
