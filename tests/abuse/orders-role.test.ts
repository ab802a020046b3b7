import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { endpointOf } from '../buckets/support/s3-place.ts';
import { type Exchange, startS3Proxy } from '../buckets/support/s3-proxy.ts';
import { keys } from '../buckets/support/open-places.ts';
import { findS3Server, startS3Server } from '../support/s3-server.ts';
import { postOrder, readOrder, until, untilEnded } from './support/orders/order-client.ts';
import { openDesk, turnQueue } from './support/orders/order-desk.ts';
import { keysIn } from './support/orders/s3-desk.ts';
import { passLent } from './support/orders/session-gate.ts';
import { startSmallSts } from './support/orders/small-sts.ts';

const program = findS3Server();
const roleArn = 'arn:aws:iam::123456789012:role/deliveries';
const output_config = { bucket: 'deliveries', prefix: 'here', role_arn: roleArn };

const lent = { ...keys, sessionToken: 'lent for an hour' };
const passLentAlone = (exchange: Exchange) => passLent(exchange, lent);

/** A service of which S3 and STS are those of AWS, which stand on this machine. */
async function openRoleDesk(settings: Readonly<Record<string, string>> = {}) {
  const server = await startS3Server(program!, ['deliveries']);
  const proxy = await startS3Proxy(await endpointOf(server));
  const sts = await startSmallSts(lent);
  proxy.deviation = passLentAlone;
  vi.stubEnv('AWS_ENDPOINT_URL_S3', proxy.endpoint);
  vi.stubEnv('AWS_ENDPOINT_URL_STS', sts.endpoint);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await proxy.close();
    await sts.close();
    await server.stop();
  });
  // A key that S3 does not know: nothing but what the role lends can have written.
  const own = { SWATH_S3_ACCESS_KEY_ID: 'service', SWATH_S3_SECRET_ACCESS_KEY: 'its secret' };
  const desk = await openDesk({ SWATH_S3_REGION: 'us-east-1', SWATH_S3_PATH_STYLE: '1', ...own, ...settings });
  return { desk, proxy, sts, client: server.client };
}

describe.skipIf(program === null)('a bucket that a role lets the service write to', () => {
  it('is delivered to with what the role lends, under the organization’s external id', async () => {
    const { desk, sts, client } = await openRoleDesk();
    const id = await desk.order({ output_config });
    expect((await untilEnded(desk.client, id)).state).toBe('SUCCEEDED');
    expect(await keysIn(client)).toContain(`here/${id}-manifest.json`);
    const { organizationId } = (await desk.service.orders.ofAnyone(id))!;
    for (const { form, authorization } of sts.asked) {
      expect([form.get('RoleArn'), form.get('ExternalId')]).toEqual([roleArn, organizationId]);
      expect(authorization).toMatch(/Credential=service\/\d{8}\/us-east-1\/sts\//);
    }
  });

  it('is refused with what to trust where the role does not trust the service', async () => {
    const { desk, sts } = await openRoleDesk();
    sts.refusal = 'AccessDenied';
    const answer = await postOrder(desk.client, { acquisitions: ['103001005D31F501'], output_config });
    expect([answer.status, answer.json]).toMatchObject([400, { code: 'invalid_parameters' }]);
    expect(answer.text).toContain(`the role ${roleArn} cannot be assumed (AccessDenied)`);
    expect(answer.text).toContain('sts:ExternalId');
  });

  it('waits while the role refuses or its keys are over in the middle, says why, and goes on when that is mended', async () => {
    const { desk, proxy, sts } = await openRoleDesk();
    for (const [trouble, reason] of [
      ['AccessDenied', `the role ${roleArn} cannot be assumed (AccessDenied)`],
      ['ExpiredToken', 'does not accept the credentials any more'],
    ] as const) {
      await turnQueue(desk, 'pause');
      const id = await desk.order({ output_config: { ...output_config, prefix: trouble } });
      if (trouble === 'AccessDenied') sts.refusal = trouble;
      else proxy.deviation = (exchange) => exchange.fail(400, trouble);
      await turnQueue(desk, 'resume');
      const errors = async () => (await desk.service.orders.tiles(id)).map(({ error }) => error ?? '');
      expect([trouble, await until(async () => (await errors()).every((error) => error !== ''))]).toEqual([
        trouble,
        true,
      ]);
      for (const error of await errors()) expect(error).toContain(reason);
      expect((await readOrder(desk.client, id)).state).toBe('RUNNING');
      [sts.refusal, proxy.deviation] = [null, passLentAlone];
      desk.advance(10_000);
      expect([trouble, (await untilEnded(desk.client, id)).state]).toEqual([trouble, 'SUCCEEDED']);
    }
  }, 120_000);
});
