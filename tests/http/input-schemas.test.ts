import fastify from 'fastify';
import { type TSchema, Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { inputRules } from '../../server/src/http/check-inputs.ts';
import { createMetrics } from '../../server/src/http/metrics.ts';
import { routeTable } from '../../server/src/http/route-table.ts';
import { inputsOf } from '../../server/src/http/route.ts';

const all = routeTable(readConfig({ SWATH_TOKEN_PATH_ALIASES: '1' }), { metrics: createMetrics() });
const checked = all.filter(({ operation }) => !operation.checksOwnBody);

/** The service compiles a schema when it is first asked for it; the framework by itself all of them at the start. */
describe('schemas of requests', () => {
  test('every one of them compiles', async () => {
    const app = fastify({ ajv: inputRules });
    for (const { method, path, operation } of checked)
      app.route({ method, url: path, schema: inputsOf(operation), handler: () => null });
    await expect(app.ready()).resolves.toBeDefined();
    await app.close();
  });

  test('one that says nothing that a validator knows does not', async () => {
    const app = fastify({ ajv: inputRules });
    const nonsense = { ...Type.Object({}), propertys: {} } as TSchema;
    app.post('/', { schema: { body: nonsense } }, () => null);
    await expect(app.ready()).rejects.toThrow('propertys');
  });
});
