import type { Answer } from '../support/call.ts';
import { type Stored, type WriteService, itemPath, looseItem } from './writes-fixture.ts';

export const mergeType = 'application/merge-patch+json';
export const patchType = 'application/json-patch+json';

/** A collection whose items are made and changed. */
export type Patching = {
  readonly home: string;
  /** A new item in the home collection; its id and its tag. */
  makeItem(parts?: Parameters<typeof looseItem>[1]): Promise<{ readonly id: string; readonly etag: string }>;
  /** By merge, unless another type is said. */
  patch(id: string, body: unknown, type?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  stored(id: string): Promise<Stored['json']>;
};

export async function patchingAt(swath: WriteService): Promise<Patching> {
  const home = await swath.collection();
  let made = 0;
  return {
    home,
    async makeItem(parts = {}) {
      const id = `item-${++made}`;
      const answer = await swath.send('POST', `/collections/${home}/items`, { json: looseItem(id, parts) });
      if (answer.status !== 201) throw new Error(answer.text);
      return { id, etag: answer.headers.get('etag')! };
    },
    patch: (id, body, type = mergeType, headers = {}) =>
      swath.send('PATCH', itemPath(home, id), {
        raw: JSON.stringify(body),
        headers: { 'content-type': type, ...headers },
      }),
    stored: async (id) => (await swath.item(home, id))!.json,
  };
}
