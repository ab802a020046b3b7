import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { type Agents, createAgents, createGuardedAgents } from './agents.ts';

export type ClientOptions = {
  /** Null is AWS. */
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly isPathStyle: boolean;
  /** Without any, those that the machine has. */
  readonly credentials: S3ClientConfig['credentials'] | null;
  /** Whether it may reach public addresses alone. */
  readonly isGuarded: boolean;
  readonly idleMs: number;
};

/** Every attempt and every connection is ours to decide. */
export function createS3Client(options: ClientOptions): S3Client {
  const agents: Agents = options.isGuarded ? createGuardedAgents() : createAgents();
  return new S3Client({
    ...(options.endpoint === null ? { followRegionRedirects: true } : { endpoint: options.endpoint }),
    ...(options.credentials ? { credentials: options.credentials } : {}),
    region: options.region ?? 'us-east-1',
    forcePathStyle: options.isPathStyle,
    maxAttempts: 1,
    // Stores other than AWS do not know them all; what is sent is signed with its SHA-256 either way.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // With it the client would leave our agents for one of its own.
    expectContinueHeader: false,
    requestHandler: { ...agents, connectionTimeout: 5_000, socketTimeout: options.idleMs },
  });
}
