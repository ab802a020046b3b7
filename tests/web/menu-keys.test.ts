import { expect, test } from 'vitest';
import { itemAfter } from '../../web/src/shell/menu-keys.ts';

const names = ['API Key', 'Webhooks', 'Change password', 'Sign out'];

test.each([
  [0, 'ArrowDown', 1],
  [3, 'ArrowDown', 0],
  [-1, 'ArrowDown', 0],
  [0, 'ArrowUp', 3],
  [-1, 'ArrowUp', 3],
  [2, 'Home', 0],
  [1, 'End', 3],
  [0, 's', 3],
  [3, 'C', 2],
  [2, 'c', 2],
  [0, 'x', null],
  [0, ' ', null],
  [0, 'Enter', null],
  [0, 'Tab', null],
])('from entry %i the key %s goes to %s', (at, key, next) => {
  expect(itemAfter(names, at, key)).toBe(next);
});
