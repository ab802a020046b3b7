import { isObject } from '../read-answer.ts';
import type { CallOptions, Sender } from '../transport.ts';

/** The caller as the service sees it: `account_id` is the organization, `user_id` the login. */
export type Self = {
  readonly account_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly active: boolean;
  readonly admin: boolean;
  readonly created: string;
  readonly modified: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly permissions: readonly string[];
};

export async function readSelf(sender: Sender, options?: CallOptions): Promise<Self> {
  return sender.send({ method: 'GET', path: '/auth/self', read: userOf, signal: options?.signal });
}

function userOf(body: unknown): Self | undefined {
  if (!isObject(body) || !isObject(body['user']) || typeof body['user']['email'] !== 'string') return undefined;
  return body['user'] as Self;
}
