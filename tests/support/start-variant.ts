import { checkAnswer } from './check-answer.ts';
import { createLastUsedRecorder } from '../../server/src/api-keys/last-used.ts';
import { createServer } from '../../server/src/http/server.ts';
import type { Service } from '../../server/src/service.ts';

export type Variant = { readonly url: string; stop(): Promise<void> };

/** A second HTTP server over the stores of a running service, with some of them replaced. */
export async function startVariant(service: Service, changes: Partial<Service> = {}): Promise<Variant> {
  const changed = { ...service, ...changes };
  const lastUsed = createLastUsedRecorder(changed);
  const { app } = await createServer(changed, { checkAnswer, lastUsed });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const stop = async () => {
    await app.close();
    await lastUsed.stop();
  };
  return { url, stop };
}
