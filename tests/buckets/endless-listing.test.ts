import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../server/src/adapters/buckets/s3/archive-buckets.ts';
import { createBucketTree } from '../../server/src/adapters/ingest/bucket-tree.ts';
import { type Listening, listen } from '../support/listen.ts';
import { atEndpoint, bucketsIn } from './support/open-places.ts';
import { keysOf } from './support/streams.ts';

let server: Listening;
let asked = 0;
/** What every page says of the next one, whichever is asked for. */
let next = '';

const page = () =>
  `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>${next}<Contents><Key>a.tif</Key><Size>1</Size></Contents></ListBucketResult>`;

beforeAll(async () => {
  const listing = createServer((_, response) => {
    asked += 1;
    // A test that goes round for ever would not end.
    if (asked > 20) return void response.destroy();
    return void response.writeHead(200, { 'content-type': 'application/xml' }).end(page());
  });
  server = await listen(listing);
});
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
});

const said = {
  fault: 'endpoint',
  message: 'the bucket theirs is at an endpoint that says there are more objects, and does not list them',
};

test.each([
  ['repeats its page for ever', '<NextContinuationToken>same</NextContinuationToken>', 2],
  ['has more, and does not say from where', '', 1],
])('a listing that %s is refused, by a bucket and by an archive that is brought in', async (_, token, requests) => {
  next = token;
  const { s3 } = atEndpoint(server.url);
  const bucket = await bucketsIn('/nowhere', { s3 }).open({ kind: 'named', name: 'theirs' });
  await expect(keysOf(bucket, '')).rejects.toMatchObject(said);
  expect(asked).toBe(requests);
  bucket.close();
  const client = await connect(s3);
  await expect(createBucketTree(client, { bucket: 'theirs', prefix: '' }).paths()).rejects.toMatchObject(said);
  expect(asked).toBe(2 * requests);
  client.destroy();
});
