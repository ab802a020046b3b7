import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { BucketFault } from '../../../buckets/bucket-fault.ts';

export type Keys = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };

export type RoleOptions = {
  readonly roleArn: string;
  readonly externalId: string;
  readonly region: string | null;
  /** Null is AWS. */
  readonly endpoint: string | null;
  readonly keys: Keys | null;
  /** Whom the role has to trust. */
  readonly principal: string;
  /** How long it may be silent. */
  readonly idleMs: number;
};

/** It answers at once, or not at all: whoever places an order waits for it. */
const mostIdleMs = 10_000;

type Provider = Exclude<S3ClientConfig['credentials'], undefined> & (() => Promise<unknown>);

/** Credentials for an hour at a time by STS; the client of S3 asks again before they end. */
export async function assumeRole(options: RoleOptions): Promise<Provider> {
  const { AssumeRoleCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { roleArn, externalId, region, endpoint, keys } = options;
  const socketTimeout = Math.min(options.idleMs, mostIdleMs);
  const settings = {
    region: region ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint }),
    ...(keys === null ? {} : { credentials: keys }),
    // Whoever uses the bucket tries again.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5_000, socketTimeout },
  };
  const RoleSessionName = `swath-${externalId.replace(/[^\w+=,.@-]/g, '-')}`.slice(0, 64);
  const role = { RoleArn: roleArn, RoleSessionName, ExternalId: externalId };
  return async () => {
    const client = new STSClient(settings);
    const asked = client.send(new AssumeRoleCommand(role)).finally(() => client.destroy());
    const { Credentials: lent } = await asked.catch((cause: unknown) => {
      throw explainRole(cause, options);
    });
    if (lent?.AccessKeyId === undefined || lent.SecretAccessKey === undefined || lent.SessionToken === undefined)
      throw new BucketFault('unavailable', 'STS lent no credentials');
    return {
      accessKeyId: lent.AccessKeyId,
      secretAccessKey: lent.SecretAccessKey,
      sessionToken: lent.SessionToken,
      ...(lent.Expiration === undefined ? {} : { expiration: lent.Expiration }),
    };
  };
}

function explainRole(cause: unknown, { roleArn, externalId, principal }: RoleOptions): unknown {
  const { name, $metadata } = cause as Error & { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  const isRefused = status >= 400 && status < 500 && status !== 429;
  if (!isRefused)
    return new BucketFault('unavailable', `STS cannot be reached now (${status === 0 ? name : `${status} ${name}`})`);
  const reason = `the role ${roleArn} cannot be assumed (${name}) with the external id ${externalId}`;
  return new BucketFault('denied', reason, { policy: trustPolicy(principal, externalId) });
}

function trustPolicy(principal: string, externalId: string): string {
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: principal },
    Action: 'sts:AssumeRole',
    Condition: { StringEquals: { 'sts:ExternalId': externalId } },
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] }, null, 2);
}
