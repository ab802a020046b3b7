/** The service with one more route: `POST /bench/constant/:number` answers what its parent told it to, and does nothing else. */
import { ensureFirstAdministrator } from '../../../server/src/accounts/first-administrator.ts';
import { createStreamLog } from '../../../server/src/adapters/node/stream-log.ts';
import { createLastUsedRecorder } from '../../../server/src/api-keys/last-used.ts';
import { compose } from '../../../server/src/compose.ts';
import { readConfig } from '../../../server/src/config.ts';
import { createAdmission } from '../../../server/src/http/admit.ts';
import { keyNames } from '../../../server/src/http/credentials.ts';
import type { Route } from '../../../server/src/http/route.ts';
import { createServer } from '../../../server/src/http/server.ts';

export type Recorded = { readonly number: number; readonly text: string };

const config = readConfig(process.env);
const installation = await compose(config, createStreamLog(process.stderr, 'info', 'json'));
const { service } = installation;
const lastUsed = createLastUsedRecorder(service);
const { app } = await createServer(service, { lastUsed });

const answers = new Map<number, Buffer>();
process.on('message', ({ number, text }: Recorded) => answers.set(number, Buffer.from(text)));

const constant: Route = {
  method: 'POST',
  path: '/bench/constant/:number',
  access: { credentials: new Set(['bearer', 'key']), permission: 'search' },
  operation: { summary: 'A recorded answer', tag: 'Bench', answers: { 200: null }, handle: () => {} },
};
app.route({
  method: constant.method,
  url: constant.path,
  config: { access: constant.access, bodyKind: 'json' },
  onRequest: createAdmission(service, keyNames(config.vendorWords), lastUsed)(constant),
  handler: async (request, reply) => {
    const { number } = request.params as { number: string };
    void reply.type('application/geo+json; charset=utf-8');
    return answers.get(Number(number));
  },
});

await app.listen({ port: config.PORT, host: config.SWATH_HOST });
await ensureFirstAdministrator(service);

process.once('SIGTERM', () => {
  process.disconnect();
  void app
    .close()
    .then(() => lastUsed.stop())
    .then(() => installation.close())
    .then(() => process.exit(0));
});
