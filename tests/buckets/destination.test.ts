import { describe, expect, test } from 'vitest';
import { readDestination } from '../../server/src/buckets/read-destination.ts';

const named = (name: string) => ({ kind: 'named', name });
const place = { endpoint: null, region: null, isPathStyle: null };
const roleArn = 'arn:aws:iam::123456789012:role/team/deliveries';
const keys = { access_key_id: 'AKIA1', secret_access_key: 's e/c+r=et' };
const config = (members: object) => ({ output_config: { bucket: 'abc', ...members } });

describe('where an order goes', () => {
  test.each([
    ['the legacy form', { output_config: { bucket: 'deliveries', prefix: '' } }, named('deliveries'), ''],
    ['with a prefix', { output_config: { bucket: 'deliveries', prefix: 'a/b' } }, named('deliveries'), 'a/b'],
    [
      'amazon_s3',
      { output_config: { amazon_s3: { bucket: 'deliveries', prefix: 'a//b///' } } },
      named('deliveries'),
      'a/b',
    ],
    [
      'null for others',
      { output_config: { amazon_s3: { bucket: 'abc' }, google_cloud_storage: null } },
      named('abc'),
      '',
    ],
    ['bucket', { bucket: 'deliveries', prefix: 'x' }, named('deliveries'), 'x'],
    ['delivery_bucket', { delivery_bucket: 'deliveries' }, named('deliveries'), ''],
    ['bucket_name', { bucket_name: 'Deliveries_1.x' }, named('Deliveries_1.x'), ''],
    ['destination', { destination: 's3://deliveries/a/b/' }, named('deliveries'), 'a/b'],
    ['destination as an object', { destination: { bucket: 'deliveries', prefix: 'a' } }, named('deliveries'), 'a'],
    ['delivery.bucket', { delivery: { bucket: 'deliveries', prefix: 'y' } }, named('deliveries'), 'y'],
    ['delivery.bucket, prefix outside', { delivery: { bucket: 'deliveries' }, prefix: 'z' }, named('deliveries'), 'z'],
    ['a URI and a prefix', { bucket: 'S3://deliveries//a/', prefix: 'b' }, named('deliveries'), 'a/b'],
    [
      'a URI in output_config',
      { output_config: { bucket: 's3://deliveries/a', prefix: 'b' } },
      named('deliveries'),
      'a/b',
    ],
    ['nothing behind the name', { bucket: 's3://deliveries' }, named('deliveries'), ''],
    ['text that is not encoded', { bucket: 's3://deliveries/a%20b/ö + ü' }, named('deliveries'), 'a%20b/ö + ü'],
    [
      'a folder',
      { bucket: 'file:///srv/out%20going//x/', prefix: 'p' },
      { kind: 'folder', path: '/srv/out going/x' },
      'p',
    ],
    ['the service itself', { bucket: 'managed' }, { kind: 'managed' }, ''],
    ['the service itself, as a URI', { bucket: 's3://managed/x' }, { kind: 'managed' }, 'x'],
  ])('%s', (_, body, target, prefix) => {
    const read = readDestination(body);
    expect(read).toMatchObject({ target, prefix, credentials: null, unknownMembers: [] });
  });

  test('what is shown has the form that was sent, and no credentials', () => {
    const legacy = readDestination({ output_config: { bucket: 'abc', prefix: 'x/', role_arn: roleArn } });
    expect(legacy.shown).toEqual({ bucket: 'abc', prefix: 'x' });
    expect(legacy.credentials).toEqual({ kind: 'role', roleArn });
    const endpoint = 'https://s3.example.com:9000';
    const amazon = {
      amazon_s3: { bucket: 'abc', ...keys, endpoint: `${endpoint}/`, region: 'eu-central-1', path_style: false },
    };
    const own = readDestination({ output_config: amazon });
    expect(own.shown).toEqual({
      amazon_s3: { bucket: 'abc', prefix: '', endpoint, region: 'eu-central-1', path_style: false },
    });
    expect(own.target).toEqual({ kind: 's3', name: 'abc', endpoint, region: 'eu-central-1', isPathStyle: false });
    const alike = { ...keys, endpoint: 'https://abc.s3.example.com', path_style: true };
    for (const amazon of [alike, { ...keys, endpoint: 'https://abc.example.com' }])
      expect(readDestination({ output_config: { amazon_s3: { bucket: 'abc', ...amazon } } }).target).toMatchObject({
        endpoint: amazon.endpoint,
      });
    expect(own.credentials).toEqual({
      kind: 'keys',
      accessKeyId: keys.access_key_id,
      secretAccessKey: keys.secret_access_key,
      sessionToken: null,
    });
    expect(JSON.stringify([own.shown, own.target])).not.toContain(keys.secret_access_key);
    expect(readDestination({ bucket: 's3://abc/x' }).shown).toEqual({ bucket: 'abc', prefix: 'x' });
  });

  test('a name with credentials is S3 in any case, also one called managed', () => {
    const { target } = readDestination({ output_config: { bucket: 'managed', ...keys } });
    expect(target).toEqual({ kind: 's3', name: 'managed', ...place });
  });

  test('empty texts and nulls are not given', () => {
    const empty = { role_arn: '', region: null, endpoint: '', access_key_id: '', sas_url: '' };
    expect(readDestination({ output_config: { bucket: 'abc', ...empty }, bucket: null }).credentials).toBeNull();
  });

  test('members that mean nothing are named', () => {
    const strange = { amazon_s3: { bucket: 'abc', acl: 'private' }, colour: 'red' };
    expect(readDestination({ output_config: strange }).unknownMembers).toEqual([
      'output_config.colour',
      'output_config.amazon_s3.acl',
    ]);
  });
});

describe('what is refused, and why', () => {
  test.each<[string, object]>([
    ['no bucket is named: give output_config or bucket', {}],
    ['no bucket is named: give output_config or bucket', { delivery: 'x', output_config: null }],
    ['output_config and bucket exclude each other', { output_config: { bucket: 'abc' }, bucket: 'abc' }],
    ['bucket and delivery.bucket exclude each other', { bucket: 'abc', delivery: { bucket: 'abc' } }],
    ['output_config.bucket and output_config.amazon_s3 exclude', config({ amazon_s3: { bucket: 'abc' } })],
    ['prefix stands beside output_config, which has its own', { ...config({}), prefix: 'x' }],
    ['output_config must be an object', { output_config: 's3://abc' }],
    ['output_config.amazon_s3 must be an object', { output_config: { amazon_s3: 'abc' } }],
    ['output_config.bucket must be the name or URI of a bucket', { output_config: {} }],
    ['bucket must be the name or URI of a bucket', { bucket: '' }],
    ['bucket must be the name or URI of a bucket', { bucket: 7 }],
    ['bucket must be the name or URI of a bucket', { bucket: ['abc'] }],
    ['Google Cloud Storage is not delivered to yet', { output_config: { google_cloud_storage: { bucket: 'abc' } } }],
    ['Azure Blob Storage is not delivered to yet', { output_config: { azure_blob_storage: { container: 'abc' } } }],
    ['bucket names Google Cloud Storage, which is not delivered', { bucket: 'gs://abc/x' }],
    ['bucket names Azure Blob Storage, which is not delivered', { bucket: 'abfss://abc@x/y' }],
    ['bucket must be a name, s3://name/prefix or file:///folder', { bucket: 'https://abc.s3.amazonaws.com' }],
    ['bucket must be a name, s3://name/prefix or file:///folder', { bucket: 's3:abc' }],
    ['bucket must be a name, s3://name/prefix or file:///folder', { bucket: 'javascript:alert(1)' }],
    ['bucket must name a bucket', { bucket: 'ab' }],
    ['bucket must name a bucket', { bucket: 'abc/def' }],
    ['bucket must name a bucket', { bucket: '../abc' }],
    ['bucket must name a bucket', { bucket: '..' }],
    ['bucket must name a bucket', { bucket: 'a..b' }],
    ['bucket must name a bucket', { bucket: '.hidden' }],
    ['bucket must name a bucket', { bucket: '/etc' }],
    ['bucket must name a bucket', { bucket: 'abc\\def' }],
    ['bucket must name a bucket', { bucket: 'abc\n' }],
    ['bucket must name a bucket', { bucket: 'a@evil.example' }],
    ['bucket must name a bucket', { bucket: 's3://' }],
    ['bucket must name a bucket', { bucket: 's3://user@abc/x' }],
    ['bucket must name a bucket', { bucket: 'x'.repeat(64) }],
    ['bucket is too long', { bucket: `s3://abc/${'x/'.repeat(2_000)}` }],
    ["bucket must not have a part '..'", { bucket: 's3://abc/x/../../y' }],
    ["bucket must not have a part '..'", { bucket: 'file:///srv/../etc' }],
    ["bucket must not have a part '..'", { bucket: 'file:///srv/%2e%2E/etc' }],
    ["bucket must not have a part '.'", { bucket: 'file:///srv/./x' }],
    ['bucket must not hold an encoded slash', { bucket: 'file:///srv/..%2fetc' }],
    ['bucket must not hold control characters', { bucket: 'file:///srv/%00' }],
    ['bucket must not hold a backslash', { bucket: 'file:///srv/..%5cetc' }],
    ['bucket is not a URI', { bucket: 'file:///srv/%ff' }],
    ['bucket must be like file:///folder', { bucket: 'file://host/srv' }],
    ['bucket must be like file:///folder', { bucket: 'file:srv' }],
    ['bucket must be like file:///folder', { bucket: 'file:///srv?x' }],
    ["prefix must not begin with '/'", { bucket: 'abc', prefix: '/etc' }],
    ["prefix must not have a part '..'", { bucket: 'abc', prefix: 'a/..' }],
    ["prefix must not have a part '.'", { bucket: 'abc', prefix: './a' }],
    ['prefix must not hold a backslash', { bucket: 'abc', prefix: '..\\..\\x' }],
    ['prefix must not hold control characters', { bucket: 'abc', prefix: 'a\u0000' }],
    ['prefix must not hold control characters', { bucket: 'abc', prefix: 'a\r\nb' }],
    ['prefix must not hold control characters', { bucket: 'abc', prefix: '\ud800' }],
    ['prefix must be a text', { bucket: 'abc', prefix: 5 }],
    ['prefix must have at most 512 bytes', { bucket: 'abc', prefix: 'ö/'.repeat(200) }],
    ['prefix must have at most 512 bytes', { bucket: 'abc', prefix: 'x'.repeat(1e6) }],
    ['prefix must not have a part of more than 255 bytes', { bucket: 'abc', prefix: 'x'.repeat(256) }],
    ['prefix must have at most 512 bytes', { bucket: `s3://abc/${'x/'.repeat(200)}`, prefix: 'y/'.repeat(100) }],
    ['output_config.role_arn must be like', config({ role_arn: 'arn:aws:iam::1:role/x' })],
    ['output_config.role_arn must be like', config({ role_arn: 'arn:aws:s3:::abc' })],
    ['output_config.role_arn and access_key_id exclude', config({ role_arn: roleArn, ...keys })],
    ['output_config.access_key_id is missing', config({ secret_access_key: 'x' })],
    ['output_config.secret_access_key is missing', config({ access_key_id: 'x' })],
    ['output_config.access_key_id is missing', config({ session_token: 'x' })],
    ['output_config.access_key_id must be a text', config({ ...keys, access_key_id: 'a\r\nb' })],
    ['output_config.region must be a region', config({ region: 'evil.example/#' })],
    ['output_config.region must be a region', config({ region: 'eu-1.evil' })],
    ['output_config.path_style must be true or false', config({ path_style: 'yes' })],
    ['output_config.endpoint must be an address', config({ ...keys, endpoint: 'ftp://x' })],
    ['output_config.endpoint must be an address', config({ ...keys, endpoint: 'http://user:pass@x' })],
    ['output_config.endpoint must be an address', config({ ...keys, endpoint: 'https://x/path' })],
    ['output_config.endpoint must be an address', config({ ...keys, endpoint: 'https://x?y' })],
    ['output_config.endpoint must be an address', config({ ...keys, endpoint: 'https://x\\@y' })],
    [
      "output_config.endpoint begins with the bucket's name",
      config({ ...keys, endpoint: 'https://abc.s3.example.com' }),
    ],
    ['output_config.endpoint needs access_key_id', config({ endpoint: 'https://x' })],
    ['output_config.endpoint needs access_key_id', config({ endpoint: 'https://x', role_arn: roleArn })],
    [
      'output_config.amazon_s3.sas_url is not understood',
      { output_config: { amazon_s3: { bucket: 'abc', sas_url: 'x' } } },
    ],
    ['output_config.bucket is a folder', { output_config: { bucket: 'file:///srv/x', region: 'eu-1' } }],
  ])('%s', (reason, body) => {
    const read = () => readDestination(body as Record<string, unknown>);
    expect(read).toThrow(
      expect.objectContaining({ kind: 'order_refused', message: expect.stringContaining(reason) as unknown }),
    );
  });

  test('what was wrong with a secret is said without it', () => {
    const members = { access_key_id: 'x', secret_access_key: 'canary\n' };
    const read = () => readDestination(config(members));
    expect(read).toThrow('output_config.secret_access_key must be a text of printable characters');
    expect(read).not.toThrow('canary');
  });
});
