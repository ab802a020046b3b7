import { PlatformError } from '../shared/errors.ts';
import type { BucketCredentials, S3Target } from './bucket-target.ts';

type Members = Readonly<Record<string, unknown>>;

export type S3Access = {
  readonly place: Pick<S3Target, 'endpoint' | 'region' | 'isPathStyle'>;
  readonly credentials: BucketCredentials | null;
};

/** Members that say how S3 is reached. */
export const s3Members = [
  'endpoint',
  'endpoint_url',
  'region',
  'path_style',
  'force_path_style',
  'role_arn',
  'access_key_id',
  'secret_access_key',
  'session_token',
] as const;

const notYet = ['sas_url', 'credentials_id', 'service_credentials', 'credentials'] as const;
const role = /^arn:aws[a-z-]{0,20}:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/;
const credentialText = /^[\x21-\x7e]{1,4096}$/;
const secretText = /^[\x20-\x7e]{1,4096}$/;

/** Null when nothing is said of it. */
export function readS3Access(members: Members, at: string): S3Access | null {
  const refuse = (member: string, why: string) => new PlatformError('order_refused', `${at}.${member} ${why}`);
  const given = (name: string) => members[name] !== undefined && members[name] !== null && members[name] !== '';
  const text = (name: string, form: RegExp, what: string): string | null => {
    const value = members[name];
    if (!given(name)) return null;
    if (typeof value !== 'string' || !form.test(value)) throw refuse(name, `must be ${what}`);
    return value;
  };
  const unknown = notYet.find(given);
  if (unknown !== undefined)
    throw refuse(unknown, 'is not understood: give role_arn, or access_key_id and secret_access_key');
  if (!s3Members.some(given)) return null;

  const endpointMember = given('endpoint') ? 'endpoint' : 'endpoint_url';
  const endpoint = text(endpointMember, /^https?:\/\/[^\s]{1,300}$/i, 'an address like https://s3.example.com');
  if (endpoint !== null && !isBare(endpoint))
    throw refuse(endpointMember, 'must be an address without a user, path, query or fragment');
  const pathStyle = members['path_style'] ?? members['force_path_style'] ?? null;
  if (pathStyle !== null && typeof pathStyle !== 'boolean') throw refuse('path_style', 'must be true or false');
  // It becomes a part of a host name.
  const region = text('region', /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'a region such as eu-central-1');
  const roleArn = text('role_arn', role, 'like arn:aws:iam::123456789012:role/name');
  const accessKeyId = text('access_key_id', credentialText, 'a text without spaces');
  const secretAccessKey = text('secret_access_key', secretText, 'a text of printable characters');
  const sessionToken = text('session_token', credentialText, 'a text without spaces');

  if ((accessKeyId === null) !== (secretAccessKey === null))
    throw refuse(accessKeyId === null ? 'access_key_id' : 'secret_access_key', 'is missing');
  if (sessionToken !== null && accessKeyId === null) throw refuse('access_key_id', 'is missing');
  if (roleArn !== null && accessKeyId !== null) throw refuse('role_arn', 'and access_key_id exclude each other');
  // What the service signs with is for its own endpoint alone.
  if (endpoint !== null && accessKeyId === null)
    throw refuse(endpointMember, 'needs access_key_id and secret_access_key beside it');

  const keys: BucketCredentials | null =
    accessKeyId === null || secretAccessKey === null
      ? null
      : { kind: 'keys', accessKeyId, secretAccessKey, sessionToken };
  return {
    place: { endpoint: endpoint === null ? null : new URL(endpoint).origin, region, isPathStyle: pathStyle },
    credentials: roleArn === null ? keys : { kind: 'role', roleArn },
  };
}

function isBare(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, pathname } = new URL(address);
  return username === '' && password === '' && pathname === '/' && !/[?#\\]/.test(address);
}
