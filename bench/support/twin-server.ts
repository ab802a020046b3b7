/** The service with two more routes, which answer what their parent told them to and do nothing else. */
import { ensureFirstAdministrator } from '../../server/src/accounts/first-administrator.ts';
import { createStreamLog } from '../../server/src/adapters/node/stream-log.ts';
import { createLastUsedRecorder } from '../../server/src/api-keys/last-used.ts';
import { compose } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { createAdmission } from '../../server/src/http/admit.ts';
import { createIdentify } from '../../server/src/http/authorize.ts';
import { keyNames } from '../../server/src/http/credentials.ts';
import type { Route } from '../../server/src/http/route.ts';
import { createServer } from '../../server/src/http/server.ts';

/** `isWritten`: sent as it is; else it is an object that is written as JSON each time, as other routes do. */
export type Recorded = {
  readonly number: number;
  readonly type: string;
  readonly text: string;
  readonly isWritten: boolean;
};

const config = readConfig(process.env);
const installation = await compose(config, createStreamLog(process.stderr, 'info', 'json'));
const { service } = installation;
const lastUsed = createLastUsedRecorder(service);
const { app } = await createServer(service, { lastUsed });

const answers = new Map<number, { readonly type: string; readonly text: Buffer | object }>();
process.on('message', ({ number, type, text, isWritten }: Recorded) =>
  answers.set(number, { type, text: isWritten ? Buffer.from(text) : (JSON.parse(text) as object) }),
);

/** One behind the same credentials as a search, one that is public. */
const twins: readonly Pick<Route, 'method' | 'path' | 'access'>[] = [
  {
    method: 'POST',
    path: '/bench/constant/:number',
    access: { credentials: new Set(['bearer', 'key']), permission: 'search' },
  },
  { method: 'GET', path: '/bench/public/:number', access: { credentials: new Set(['none']) } },
];
const operation: Route['operation'] = {
  summary: 'A recorded answer',
  tag: 'Bench',
  answers: { 200: null },
  handle: () => {},
};
const names = keyNames(config.vendorWords);
const admit = createAdmission(service, createIdentify(service, names), names, lastUsed);
for (const { method, path, access } of twins)
  app.route({
    method,
    url: path,
    config: { access, bodyKind: 'json' },
    onRequest: admit({ method, path, access, operation }),
    handler: async (request, reply) => {
      const { number } = request.params as { number: string };
      const { type, text } = answers.get(Number(number))!;
      void reply.type(type);
      return text;
    },
  });

// Before: whoever sees it ready signs in.
await ensureFirstAdministrator(service);
await app.listen({ port: config.PORT, host: config.SWATH_HOST });

process.once('SIGTERM', () => {
  process.disconnect();
  void app
    .close()
    .then(() => lastUsed.stop())
    .then(() => installation.close())
    .then(() => process.exit(0));
});
