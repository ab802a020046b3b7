import { SwathError } from '../errors.ts';

/** As if the service had answered so: this sign-in has ended, whatever came of it since. */
export const signedOut = (reason: string): SwathError =>
  new SwathError({
    status: 401,
    code: null,
    type: 'authentication_error',
    message: `Unauthorized: ${reason}`,
    requestId: null,
    retryAfterSeconds: null,
  });
