import { isObject } from '../read-answer.ts';
import { type CallOptions, nothing, type Sender } from '../transport.ts';

export type Passwords = {
  change(
    change: { readonly currentPassword: string; readonly newPassword: string },
    options?: CallOptions,
  ): Promise<void>;
  /** The answer is the same whether or not the address has an account. */
  requestReset(email: string, options?: CallOptions): Promise<{ message: string }>;
  /** Sets the password with the token of a reset or invitation link. */
  confirmReset(reset: { readonly token: string; readonly password: string }, options?: CallOptions): Promise<void>;
};

export function passwords(sender: Sender, open: Sender): Passwords {
  return {
    async change({ currentPassword, newPassword }, options) {
      const body = { current_password: currentPassword, new_password: newPassword };
      await sender.send({ method: 'POST', path: '/auth/password', body, read: nothing, signal: options?.signal });
    },
    requestReset: (email, options) =>
      open.send({
        method: 'POST',
        path: '/auth/password-reset',
        body: { email },
        read: readMessage,
        signal: options?.signal,
      }),
    async confirmReset({ token, password }, options) {
      const path = '/auth/password-reset/confirm';
      await open.send({ method: 'POST', path, body: { token, password }, read: nothing, signal: options?.signal });
    },
  };
}

function readMessage(body: unknown): { message: string } {
  return { message: isObject(body) && typeof body['message'] === 'string' ? body['message'] : '' };
}
