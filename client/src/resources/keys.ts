import { type CallOptions, nothing, type Sender } from '../transport.ts';
import { formatWireDate } from '../wire-dates.ts';
import { type ApiKey, type ApiKeyWithValue, hasValue, readApiKey } from './api-key.ts';

export type NewApiKey = {
  readonly name?: string;
  readonly description?: string;
  /** At most 180 days ahead, which is also the default; a text without a zone is read as UTC. */
  readonly expiration_date?: Date | string;
  readonly project?: string;
  readonly permissions?: readonly string[];
};

export type Keys = {
  create(key?: NewApiKey, options?: CallOptions): Promise<ApiKeyWithValue>;
  /** Newest first; expired keys stay listed until they are deleted. */
  list(options?: CallOptions): Promise<readonly ApiKey[]>;
  delete(id: string, options?: CallOptions): Promise<void>;
  /** Ids that are not the caller's are ignored. */
  deleteMany(ids: readonly string[], options?: CallOptions): Promise<void>;
};

const path = '/api-key/api/v2/api-key';

export function keys(sender: Sender): Keys {
  return {
    create: (key = {}, options) =>
      sender.send({ method: 'POST', path, body: wireForm(key), read: readNewKey, signal: options?.signal }),
    list: (options) => sender.send({ method: 'GET', path, read: readList, signal: options?.signal }),
    async delete(id, options) {
      const keyPath = `${path}/id/${encodeURIComponent(id)}`;
      await sender.send({ method: 'DELETE', path: keyPath, read: nothing, signal: options?.signal });
    },
    async deleteMany(ids, options) {
      await sender.send({ method: 'DELETE', path, body: { ids }, read: nothing, signal: options?.signal });
    },
  };
}

function wireForm({ expiration_date, ...rest }: NewApiKey): object {
  return expiration_date === undefined ? rest : { ...rest, expiration_date: formatWireDate(expiration_date) };
}

function readNewKey(body: unknown): ApiKeyWithValue | undefined {
  const key = readApiKey(body);
  return key !== undefined && hasValue(key) ? key : undefined;
}

function readList(body: unknown): readonly ApiKey[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const list = body.map(readApiKey);
  return list.every((key) => key !== undefined) ? list : undefined;
}
