import { type CallOptions, nothing, type Sender } from './transport.ts';

type Read<T> = (body: unknown) => T | undefined;

/** The calls that resources are made of. */
export function callsOf(sender: Sender) {
  const sending =
    (method: 'POST' | 'PATCH', isRepeatable: boolean) =>
    <T>(path: string, body: unknown, read: Read<T>, options?: CallOptions): Promise<T> =>
      sender.send<T>({ method, path, body, read, signal: options?.signal, ...(isRepeatable ? { isRepeatable } : {}) });

  return {
    get: <T>(path: string, read: Read<T>, options?: CallOptions): Promise<T> =>
      sender.send<T>({ method: 'GET', path, read, signal: options?.signal }),
    post: sending('POST', false),
    /** A question in a body: it changes nothing, and may be asked again. */
    ask: sending('POST', true),
    patch: sending('PATCH', false),
    remove: async (path: string, options?: CallOptions): Promise<void> => {
      await sender.send({ method: 'DELETE', path, read: nothing, signal: options?.signal });
    },
  };
}
