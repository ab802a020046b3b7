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
  /** What this call was made with. */
  readonly credential: { readonly kind: string; readonly expires: string; readonly id?: string };
};

/** With the service's word in `{vendor}-api-key`, where it states one. */
export type SelfAnswer = { readonly user: Self; readonly vendor: string | null };

export async function readSelf(sender: Sender, options?: CallOptions): Promise<SelfAnswer> {
  return sender.send({ method: 'GET', path: '/auth/self', read: answerOf, signal: options?.signal });
}

function answerOf(body: unknown): SelfAnswer | undefined {
  if (!isObject(body) || !isObject(body['user']) || typeof body['user']['email'] !== 'string') return undefined;
  const { user, vendor } = body;
  return { user: user as Self, vendor: typeof vendor === 'string' ? vendor : null };
}
