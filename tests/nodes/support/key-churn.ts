import { setTimeout } from 'node:timers/promises';
import { type KeyRecord, call, keysPath } from '../../abuse/support/call.ts';
import type { Random } from '../../support/seeded-random.ts';

export type KeyChurn = {
  readonly problems: string[];
  counts(): Readonly<Record<'created' | 'deleted' | 'asked', number>>;
  /** Looks at every key once more, on every node. */
  stop(): Promise<void>;
};

/** A node that is gone or cannot reach its store says so; nothing else is an excuse. */
const ask = (...[url, path, options]: Parameters<typeof call>) =>
  call(url, path, options).then(
    (answer) => (answer.status === 503 ? null : answer),
    () => null,
  );

/** Makes, uses and deletes keys at changing nodes; what was acknowledged must hold at all of them at once. */
export function startKeyChurn(urls: readonly string[], bearer: string, random: Random): KeyChurn {
  const problems: string[] = [];
  const [living, dead] = [new Map<string, string>(), new Map<string, string>()];
  const life = { isOver: false };
  let asked = 0;
  const any = () => random.pick(urls);
  const statusOf = async (url: string, key: string): Promise<number | null> => {
    asked++;
    return (await ask(url, '/auth/self', { key }))?.status ?? null;
  };

  async function deleteOne(id: string, key: string): Promise<void> {
    living.delete(id);
    const answer = await ask(any(), `${keysPath}/id/${id}`, { method: 'DELETE', bearer });
    // In doubt: it may have been done.
    if (answer === null) return;
    if (answer.status !== 204) return void problems.push(`deletion answered ${answer.status}: ${answer.text}`);
    dead.set(id, key);
    for (const url of urls) {
      const status = await statusOf(url, key);
      if (status !== null && status !== 401) problems.push(`a deleted key answered ${status} at ${url}`);
    }
  }

  const lane = async () => {
    while (!life.isOver) {
      const made = await ask(any(), keysPath, { method: 'POST', bearer, body: { name: 'churn' } });
      if (made === null) await setTimeout(20);
      else if (made.status !== 200) problems.push(`creation answered ${made.status}: ${made.text}`);
      else {
        const { id, api_key: key } = made.json as KeyRecord;
        living.set(id, key);
        const status = await statusOf(any(), key);
        if (status !== null && status !== 200) problems.push(`a new key answered ${status}`);
      }
      const oldest = [...living][0];
      if (oldest !== undefined && living.size > 20) await deleteOne(...oldest);
      await setTimeout(5);
    }
  };
  const lanes = Promise.all([lane(), lane()]);
  return {
    problems,
    counts: () => ({ created: living.size + dead.size, deleted: dead.size, asked }),
    async stop() {
      life.isOver = true;
      await lanes;
      for (const url of urls)
        for (const [keys, wanted] of [
          [living, 200],
          [dead, 401],
        ] as const)
          for (const key of keys.values()) {
            const status = await statusOf(url, key);
            if (status !== wanted) problems.push(`a key answered ${status} in the end, not ${wanted}, at ${url}`);
          }
    },
  };
}
