import { expect, test } from 'vitest';
import { createOwnTurns } from '../../server/src/adapters/surveys/own-turns.ts';

/** Work that ends when it is told to. */
function workshop(atOnce: number, mostWaiting: number) {
  const inTurn = createOwnTurns(atOnce, mostWaiting);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (owner: string, name: string, signal?: AbortSignal) =>
    inTurn(
      owner,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise((resolve) => void setImmediate(resolve));
  };
  return { begun, add, end };
}

test('so many of an owner are begun, the others in the order in which they came; other owners have their own', async () => {
  const { begun, add, end } = workshop(2, 10);
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => add(name[0]!, name));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'a4', 'b1']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('who waits too long a line is told to come back, and who leaves it makes room', async () => {
  const { begun, add, end } = workshop(1, 1);
  const leaving = new AbortController();
  const first = add('a', 'a1');
  const left = add('a', 'a2', leaving.signal);
  await expect(add('a', 'a3')).rejects.toMatchObject({ kind: 'unavailable' });
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const last = add('a', 'a4');
  await end('a1');
  await end('a4');
  expect([await first, await last, begun]).toEqual(['a1', 'a4', ['a1', 'a4']]);
});

test('work that fails gives its turn on', async () => {
  const inTurn = createOwnTurns(1, 10);
  const failing = inTurn('a', () => Promise.reject(new Error('broken')));
  const next = inTurn('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
