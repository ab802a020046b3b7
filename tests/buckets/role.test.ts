import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { probeBucket } from '../../server/src/buckets/probe-bucket.ts';
import { readDestination } from '../../server/src/buckets/read-destination.ts';
import { type Listening, listen } from '../support/listen.ts';
import { atEndpoint, bucketsIn } from './support/open-places.ts';

const roleArn = 'arn:aws:iam::123456789012:role/deliveries';
const asked: URLSearchParams[] = [];
const signatures: string[] = [];
let isTrusted = true;
let isSilent = false;
let server: Listening;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}

const lent =
  () => `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
  <AccessKeyId>LENT</AccessKeyId><SecretAccessKey>lent secret</SecretAccessKey><SessionToken>lent token</SessionToken>
  <Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;
const denied = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>`;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await textOf(request);
  const isSts = text.includes('Action=AssumeRole');
  if (isSts) asked.push(new URLSearchParams(text));
  else signatures.push(`${request.headers.authorization} ${String(request.headers['x-amz-security-token'])}`);
  response.setHeader('content-type', 'text/xml');
  if (isSts && isSilent) return;
  if (isSts && !isTrusted) response.writeHead(403).end(denied);
  else response.end(isSts ? lent() : '');
}

beforeAll(async () => {
  server = await listen(createServer((request, response) => void answer(request, response)));
});
beforeEach(() => {
  isTrusted = true;
  isSilent = false;
  asked.length = 0;
  signatures.length = 0;
});
afterAll(() => server.close());

const open = (stsEndpoint: string | null) => {
  const { target, credentials } = readDestination({
    output_config: { bucket: 'theirs', prefix: '', role_arn: roleArn },
  });
  const buckets = bucketsIn('/nowhere', { s3: { ...atEndpoint(server.url).s3, stsEndpoint, idleMs: 200 } });
  return buckets.open(target, { credentials, externalId: 'organization-7' });
};

test('a role is assumed once, with the organization as external id, and signs every request', async () => {
  const bucket = await open(server.url);
  await Promise.all([bucket.delete('a'), bucket.delete('b')]);
  await bucket.put('c', Buffer.from('c'), { contentType: 'text/plain' });
  expect(asked.map((each) => [each.get('RoleArn'), each.get('ExternalId'), each.get('RoleSessionName')])).toEqual([
    [roleArn, 'organization-7', 'swath-organization-7'],
  ]);
  expect(signatures.length).toBe(3);
  for (const signature of signatures) expect(signature).toMatch(/Credential=LENT\/.* lent token$/);
});

test('a role that does not trust the service: the probe says what to trust', async () => {
  isTrusted = false;
  const { failure } = await probeBucket(await open(server.url), 'x');
  expect(failure).toMatchObject({
    step: 'write',
    isTransient: false,
    reason: expect.stringContaining(roleArn) as unknown,
  });
  expect(JSON.parse(failure!.policy!)).toMatchObject({
    Statement: [{ Action: 'sts:AssumeRole', Condition: { StringEquals: { 'sts:ExternalId': 'organization-7' } } }],
  });
  expect(signatures).toEqual([]);
});

test('STS that never answers is out of reach for now, within the time that a bucket has', async () => {
  isSilent = true;
  const { failure } = await probeBucket(await open(server.url), 'x');
  expect(failure).toMatchObject({ step: 'write', isTransient: true, policy: null });
  expect(failure!.reason).toBe('STS cannot be reached now (TimeoutError)');
}, 10_000);

test('its own policy names nobody, because it is that of the role', async () => {
  const policy = (await open(server.url)).policyFor('a/b')!;
  expect(JSON.parse(policy)).toMatchObject({ Statement: [{ Resource: 'arn:aws:s3:::theirs/a/b/*' }, {}, {}] });
  expect(policy).not.toContain('Principal');
});

test('a service that is not on AWS has no roles', async () => {
  await expect(open(null)).rejects.toMatchObject({ kind: 'order_refused' });
});
