export type PolicyOptions = {
  readonly bucket: string;
  readonly prefix: string;
  /** Whom a bucket's own policy names; null for the policy of a role or a user. */
  readonly principal: string | null;
};

/** What a delivery needs, as the JSON that AWS and stores like it take. */
export function policyText({ bucket, prefix, principal }: PolicyOptions): string {
  // A prefix may hold what a policy takes for a pattern.
  const below = literal(prefix === '' ? '' : `${prefix}/`);
  const who = principal === null ? {} : { Principal: { AWS: principal } };
  const objects = {
    Effect: 'Allow',
    ...who,
    Action: [
      's3:PutObject',
      's3:GetObject',
      's3:DeleteObject',
      's3:AbortMultipartUpload',
      's3:ListMultipartUploadParts',
    ],
    Resource: `arn:aws:s3:::${bucket}/${below}*`,
  };
  const listing = {
    Effect: 'Allow',
    ...who,
    Action: 's3:ListBucket',
    Resource: `arn:aws:s3:::${bucket}`,
    ...(below === '' ? {} : { Condition: { StringLike: { 's3:prefix': `${below}*` } } }),
  };
  // This action knows no condition on the prefix.
  const uploads = { ...listing, Action: 's3:ListBucketMultipartUploads', Condition: undefined };
  return JSON.stringify({ Version: '2012-10-17', Statement: [objects, listing, uploads] }, null, 2);
}

const literal = (text: string) => text.replace(/[*?$]/g, (character) => `\${${character}}`);
