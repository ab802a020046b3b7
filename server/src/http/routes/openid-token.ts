import { PlatformError } from '../../shared/errors.ts';
import type { Operation, Report } from '../route.ts';
import { authenticateOperation } from './authenticate.ts';

/** A client of this family signs in anew only when it reads these words. */
const notActive: Report = (error, { message }) =>
  error.kind === 'refresh_token_ended'
    ? {
        contentType: 'application/json; charset=utf-8',
        text: JSON.stringify({
          message,
          code: 'invalid_grant',
          type: 'invalid_request_error',
          error: 'invalid_grant',
          error_description: 'Token is not active',
        }),
      }
    : null;

const isRefresh = (body: unknown) =>
  (body as { readonly grant_type?: unknown } | null | undefined)?.grant_type === 'refresh_token';

/** `/authenticate` at the path of OpenID providers: only a refresh token that has ended is told in their words. */
export const openIdToken: Operation = {
  ...authenticateOperation,
  summary: 'Get a bearer token, at the path of OpenID providers',
  report: notActive,
  handle: async (service, call) => {
    try {
      return await authenticateOperation.handle(service, call);
    } catch (error) {
      const hasEnded = error instanceof PlatformError && error.kind === 'unrecognized_credentials';
      throw hasEnded && isRefresh(call.body) ? new PlatformError('refresh_token_ended') : error;
    }
  },
};
