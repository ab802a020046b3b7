/** Where an order goes; holds no secret, so that it can be stored and shown. */
export type BucketTarget =
  | { readonly kind: 'managed' }
  /** A bucket of the service's S3 endpoint, or, without one, a directory among its buckets. */
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string }
  | S3Target;

/** A bucket that is reached by what the customer said of it; null is what the service is set to. */
export type S3Target = {
  readonly kind: 's3';
  readonly name: string;
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly isPathStyle: boolean | null;
};

/** Secret until sealed: never stored in the clear, shown or logged. */
export type BucketCredentials =
  | { readonly kind: 'role'; readonly roleArn: string }
  | {
      readonly kind: 'keys';
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string | null;
    };

/** How messages name it: as the customer does. */
export function labelOf(target: BucketTarget): string {
  if (target.kind === 'managed') return 'managed';
  return target.kind === 'folder' ? `file://${target.path}` : target.name;
}
