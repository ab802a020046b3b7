import { isIP } from 'node:net';
import { type S3Target, labelOf } from '../../../buckets/bucket-target.ts';
import { BucketFault } from '../../../buckets/bucket-fault.ts';
import type { Bucket, BucketAccess } from '../../../buckets/ports.ts';
import { PlatformError } from '../../../shared/errors.ts';
import { isPublicAddress } from '../../../shared/public-address.ts';
import { type Keys, assumeRole } from './assume-role.ts';
import type { Patience } from '../../../shared/patience.ts';
import { usualPatience } from './retry.ts';
import { createS3Bucket } from './s3-bucket.ts';
import { type ClientOptions, createS3Client } from './s3-client.ts';

/** How the operator's S3 is reached. */
export type S3Settings = {
  /** Null is AWS. */
  readonly endpoint: string | null;
  readonly region: string | null;
  /** Null: on for other endpoints than AWS, which mostly have no host name for each bucket. */
  readonly isPathStyle: boolean | null;
  /** Null: those that the machine has. */
  readonly keys: Keys | null;
  /** Null is AWS. */
  readonly stsEndpoint?: string | null;
  /** The service's identity at AWS, for the policies that it asks for. */
  readonly principal?: string;
  readonly patience?: Patience;
  readonly idleMs?: number;
};

type Options = { readonly s3: S3Settings | null; readonly mayReachPrivate: boolean };

const refuse = (reason: string) => new PlatformError('order_refused', reason);
const somebody = 'ARN OF THIS SERVICE: ask its operator';
const usualIdleMs = 60_000;

/** The operator's credentials go to the operator's endpoint alone. */
export async function openS3(
  target: S3Target,
  access: BucketAccess,
  { s3, mayReachPrivate }: Options,
): Promise<Bucket> {
  const isForeign = target.endpoint !== null;
  const given = access.credentials;
  if (isForeign && given?.kind !== 'keys')
    throw refuse('an endpoint needs access_key_id and secret_access_key beside it');
  if (s3 === null && given?.kind !== 'keys') throw refuse('this service is not set up to sign requests to S3');
  const isGuarded = isForeign && !mayReachPrivate;
  if (isGuarded) refuseAddress(target.endpoint);

  const endpoint = target.endpoint ?? s3?.endpoint ?? null;
  const own = isForeign ? null : s3;
  const region = target.region ?? own?.region ?? null;
  const isPathStyle = target.isPathStyle ?? own?.isPathStyle ?? endpoint !== null;
  const idleMs = s3?.idleMs ?? usualIdleMs;
  const credentials = await credentialsOf(access, s3, { region, idleMs });
  return createS3Bucket({
    client: createS3Client({ endpoint, region, isPathStyle, credentials, isGuarded, idleMs }),
    bucket: target.name,
    label: labelOf(target),
    identity: `${endpoint ?? 's3:'}//${target.name}`,
    patience: s3?.patience ?? usualPatience,
    principal: given === null ? (s3?.principal ?? somebody) : null,
  });
}

async function credentialsOf(
  { credentials, externalId }: BucketAccess,
  s3: S3Settings | null,
  way: Pick<ClientOptions, 'region' | 'idleMs'>,
): Promise<ClientOptions['credentials']> {
  if (credentials?.kind === 'keys') {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    return { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) };
  }
  if (credentials === null) return s3?.keys ?? null;
  const sts = s3?.stsEndpoint ?? null;
  if (s3 === null || (s3.endpoint !== null && sts === null))
    throw refuse('role_arn needs a service whose S3 is that of AWS');
  const { keys, principal = somebody } = s3;
  return assumeRole({ roleArn: credentials.roleArn, externalId, endpoint: sts, keys, principal, ...way });
}

/** Said at once where it can be; names are judged when they are looked up. */
function refuseAddress(endpoint: string): void {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new BucketFault('endpoint', `${host} is not on a network that is delivered to`);
}
