import { PlatformError } from '../shared/errors.ts';
import { type BucketCredentials, type BucketTarget, type S3Target, labelOf } from './bucket-target.ts';
import { readPrefix } from './object-key.ts';
import { type BucketText, readBucketText } from './read-bucket-text.ts';
import { readS3Access, s3Members } from './read-s3-access.ts';

type Members = Readonly<Record<string, unknown>>;

export type Destination = {
  readonly target: BucketTarget;
  /** `a/b`, or empty. */
  readonly prefix: string;
  readonly credentials: BucketCredentials | null;
  /** As an `output_config` of the form that was sent, with nothing secret in it. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Members within it that mean nothing here. */
  readonly unknownMembers: readonly string[];
};

const shortMembers = ['bucket', 'delivery_bucket', 'bucket_name', 'destination'] as const;
const foreign = {
  google_cloud_storage: 'Google Cloud Storage',
  azure_blob_storage: 'Azure Blob Storage',
} as const;

const refuse = (reason: string) => new PlatformError('order_refused', reason);
const isGiven = (value: unknown) => value !== undefined && value !== null;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type NamedPlace = {
  /** What names the bucket. */
  readonly member: string;
  /** Undefined where none is named. */
  readonly value: unknown;
  readonly prefixMember: string;
  /** Beside it. */
  readonly prefix: string;
};

/** The one member that names a bucket, in any form that a request may have. */
export function namedPlace(body: Members): NamedPlace {
  const delivery = isObject(body['delivery']) ? body['delivery'] : {};
  const places = [
    { member: 'output_config', value: body['output_config'] },
    ...shortMembers.map((member) => ({ member, value: body[member] })),
    { member: 'delivery.bucket', value: delivery['bucket'] },
  ].filter(({ value }) => isGiven(value));
  const [place = { member: 'output_config', value: undefined }, another] = places;
  if (another !== undefined) throw refuse(`${place.member} and ${another.member} exclude each other: give one`);

  const prefixMember = place.member === 'delivery.bucket' && isGiven(delivery['prefix']) ? 'delivery.prefix' : 'prefix';
  const prefix = readPrefix(prefixMember === 'prefix' ? body['prefix'] : delivery['prefix'], prefixMember);
  if (isObject(place.value) && prefix !== '')
    throw refuse(`${prefixMember} stands beside ${place.member}, which has its own`);
  if (place.member === 'output_config' && place.value !== undefined && !isObject(place.value))
    throw refuse('output_config must be an object');
  return { ...place, prefixMember, prefix };
}

/** Where an order goes. */
export function readDestination(body: Members): Destination {
  const { member, value, prefixMember, prefix: beside } = namedPlace(body);
  if (value === undefined) throw refuse('no bucket is named: give output_config or bucket');
  if (isObject(value)) return readConfig(value, member);
  const text = readBucketText(value, member);
  const prefix = joined(text.prefix, beside, prefixMember);
  return { ...withoutAccess(text), prefix, shown: { bucket: labelOf(text.target), prefix } };
}

const withoutAccess = ({ target }: BucketText) => ({ target, credentials: null, unknownMembers: [] });

const joined = (before: string, behind: string, member: string) =>
  readPrefix(`${before}/${behind}`.replace(/^\//, ''), member);

function readConfig(config: Members, member: string): Destination {
  for (const [name, spoken] of Object.entries(foreign))
    if (isGiven(config[name])) throw refuse(`${member}.${name}: ${spoken} is not delivered to yet`);
  const amazon = config['amazon_s3'];
  if (!isGiven(amazon)) return readMembers(config, member, (shown) => shown);
  if (!isObject(amazon)) throw refuse(`${member}.amazon_s3 must be an object`);
  if (isGiven(config['bucket'])) throw refuse(`${member}.bucket and ${member}.amazon_s3 exclude each other: give one`);
  const read = readMembers(amazon, `${member}.amazon_s3`, (shown) => ({ amazon_s3: shown }));
  const besides = Object.keys(config).filter((name) => name !== 'amazon_s3' && isGiven(config[name]));
  return { ...read, unknownMembers: [...besides.map((name) => `${member}.${name}`), ...read.unknownMembers] };
}

function readMembers(members: Members, at: string, shape: (shown: Members) => Members): Destination {
  const text = readBucketText(members['bucket'], `${at}.bucket`);
  const prefix = joined(text.prefix, readPrefix(members['prefix'], `${at}.prefix`), `${at}.prefix`);
  const access = readS3Access(members, at);
  const known: readonly string[] = ['bucket', 'prefix', ...s3Members];
  const unknownMembers = Object.keys(members)
    .filter((name) => !known.includes(name) && isGiven(members[name]))
    .map((name) => `${at}.${name}`);
  const plain = { bucket: labelOf(text.target), prefix };
  if (access === null) return { target: text.target, credentials: null, prefix, shown: shape(plain), unknownMembers };
  const { place, credentials } = access;
  if (text.target.kind === 'folder') throw refuse(`${at}.bucket is a folder, which needs nothing of S3`);
  const target = { kind: 's3' as const, name: labelOf(text.target), ...place };
  if (isBucketsOwnHost(target))
    throw refuse(
      `${at}.endpoint begins with the bucket's name: give the address without it, or path_style true where that is its name`,
    );
  return { target, credentials, prefix, shown: shape({ ...plain, ...shownPlace(place) }), unknownMembers };
}

/** Keys would begin with the bucket's name once more, and lie where nobody looks for them. */
const isBucketsOwnHost = ({ name, endpoint, isPathStyle }: S3Target): boolean =>
  endpoint !== null && isPathStyle !== true && /^s3[.-]/.test(behind(new URL(endpoint).hostname, `${name}.`));

const behind = (text: string, start: string): string => (text.startsWith(start) ? text.slice(start.length) : '');

const shownPlace = ({ endpoint, region, isPathStyle }: Pick<S3Target, 'endpoint' | 'region' | 'isPathStyle'>) => ({
  ...(endpoint === null ? {} : { endpoint }),
  ...(region === null ? {} : { region }),
  ...(isPathStyle === null ? {} : { path_style: isPathStyle }),
});
