import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Workshop, commitBulks, commitGroup } from '../../server/src/adapters/sqlite/commit-group.ts';
import { type Connection, connect } from '../../server/src/adapters/sqlite/driver.ts';
import { fromFault, toFault } from '../../server/src/adapters/threads/fault.ts';
import { PlatformError, errorKinds } from '../../server/src/shared/errors.ts';

const jobs = (...verbs: readonly string[]) => verbs.map((verb, id) => ({ id, verb, input: `${verb} ${id}` }));
const failing = () => {
  throw new Error('too much');
};

describe('verbs that share a commit', () => {
  let connection: Connection;
  let heard: string[];
  beforeEach(() => {
    connection = connect(':memory:');
    connection.exec('CREATE TABLE words (word TEXT NOT NULL)');
    heard = [];
  });
  afterEach(() => connection.close());

  const workshop = (): Workshop => ({
    async run(verb, input) {
      connection.prepare('INSERT INTO words VALUES (?)').run(String(input));
      if (verb === 'wait') await setTimeout(150);
      if (verb === 'fail') throw new PlatformError('conflict', `no ${String(input)}`);
      return input;
    },
    begun: (isOneBulk) => void heard.push(isOneBulk ? 'begun as one' : 'begun'),
    beforeCommit: () => void heard.push('before commit'),
    undone: () => void heard.push('undone'),
  });
  const words = () => connection.prepare('SELECT word FROM words').all();

  it('are all written, but for the one that fails', async () => {
    const replies = await commitGroup(connection, workshop(), jobs('put', 'fail', 'put'));
    expect(replies).toMatchObject([{ output: 'put 0' }, { fault: { message: 'no fail 1' } }, { output: 'put 2' }]);
    expect(words()).toEqual([{ word: 'put 0' }, { word: 'put 2' }]);
    expect(heard).toEqual(['begun', 'before commit']);
  });

  it('leave the last ones to the next commit where the first ones take long', async () => {
    const replies = await commitGroup(connection, workshop(), jobs('put', 'wait', 'put'));
    expect(replies.map(({ id }) => id)).toEqual([0, 1]);
    expect(words()).toHaveLength(2);
  });

  it('undo everything where one is alone and fails', async () => {
    const [reply] = await commitGroup(connection, workshop(), jobs('fail'));
    expect(reply).toMatchObject({ fault: { platform: { kind: 'conflict', detail: { reason: 'no fail 0' } } } });
    expect([words(), heard, connection.isTransaction]).toEqual([[], ['begun', 'undone'], false]);
  });

  it('fail together where what belongs to all of them cannot be written', async () => {
    const replies = await commitGroup(connection, { ...workshop(), beforeCommit: failing }, jobs('put', 'put'));
    expect(replies).toMatchObject([{ fault: { message: 'too much' } }, { fault: { message: 'too much' } }]);
    expect([words(), heard]).toEqual([[], ['begun', 'undone']]);
  });

  it('are written as one where they are bulks', async () => {
    const replies = await commitBulks(connection, workshop(), jobs('put', 'put'));
    expect(replies).toEqual([
      { id: 0, output: 'put 0' },
      { id: 1, output: 'put 1' },
    ]);
    expect([words().length, heard]).toEqual([2, ['begun as one', 'before commit']]);
  });

  it('are tried by themselves where they are bulks and one fails', async () => {
    const replies = await commitBulks(connection, workshop(), jobs('put', 'fail', 'put'));
    expect(replies).toMatchObject([{ output: 'put 0' }, { fault: { message: 'no fail 1' } }, { output: 'put 2' }]);
    expect(words()).toEqual([{ word: 'put 0' }, { word: 'put 2' }]);
    expect(heard.slice(0, 4)).toEqual(['begun as one', 'undone', 'begun', 'before commit']);
    expect(connection.isTransaction).toBe(false);
  });
});

it('every kind of error comes out of a thread as it went in', () => {
  for (const kind of errorKinds) {
    const error = new PlatformError(kind, { reason: 'because', retryAfterSeconds: 3, allow: ['GET'] });
    expect(fromFault(structuredClone(toFault(error)))).toEqual(error);
    expect(fromFault(structuredClone(toFault(error)))).toBeInstanceOf(PlatformError);
  }
  expect(fromFault(toFault(new RangeError('far')))).toMatchObject({ name: 'RangeError', message: 'far' });
});
