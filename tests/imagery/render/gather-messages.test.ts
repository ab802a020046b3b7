import { expect, test } from 'vitest';
import { gatherMessages } from '../../../server/src/adapters/threads/gather-messages.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what is told within one turn is sent together and in its order, with all that is moved', async () => {
  const sent: (readonly [readonly string[], number])[] = [];
  const tell = gatherMessages<string>((messages, moved) => sent.push([messages, moved.length]));
  tell('a');
  tell('b', [new ArrayBuffer(1)]);
  await Promise.resolve();
  tell('c', [new ArrayBuffer(1), new ArrayBuffer(2)]);
  expect(sent).toEqual([]);
  await turn();
  tell('d');
  await turn();
  await turn();
  expect(sent).toEqual([
    [['a', 'b', 'c'], 3],
    [['d'], 0],
  ]);
});

test('what is urgent is sent at once with all that waits, and nothing is sent twice', async () => {
  const sent: (readonly string[])[] = [];
  const tell = gatherMessages<string>((messages) => sent.push(messages));
  tell('a');
  tell('b', [], true);
  expect(sent).toEqual([['a', 'b']]);
  tell('c', [], true);
  tell('d');
  await turn();
  await turn();
  expect(sent).toEqual([['a', 'b'], ['c'], ['d']]);
});
