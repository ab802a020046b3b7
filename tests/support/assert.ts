import { expect } from 'vitest';
import type { Answer } from './call.ts';

export const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type ExpectedError = { readonly status: number; readonly code: string | null; readonly type: string };

export const unauthorized = { status: 401, code: null, type: 'authentication_error', message: 'Unauthorized' };
export const notFound = { status: 404, code: null, type: 'http_error', message: 'Not Found' };
export const invalidParameters = { status: 400, code: 'invalid_parameters', type: 'invalid_request_error' };
export const forbidden = { status: 403, code: 'forbidden', type: 'authorization_error' };

export const assert = {
  /** Exactly the three members of the error object, and the request id in the header. */
  refusal(answer: Answer, expected: ExpectedError & { message?: string | RegExp }): void {
    const { status, code, type, message = /./ } = expected;
    const body = answer.json();
    expect({ status: answer.status, body }).toEqual({
      status,
      body: { message: typeof message === 'string' ? message : expect.stringMatching(message), code, type },
    });
    expect(status !== 400 || String(body['message']).startsWith('Bad Request: ')).toBe(true);
    expect(answer.headers.get('x-vendor-requestid')).toMatch(uuid4);
  },

  /** Bad input on a path of the catalogue: the error object with the request id, and a message that says what and where. */
  catalogueRefusal(answer: Answer, message: string | RegExp): void {
    const { message: given, ...rest } = answer.json<{ message: string }>();
    expect({ status: answer.status, ...rest }).toEqual({
      ...invalidParameters,
      request_id: answer.headers.get('x-vendor-requestid'),
    });
    expect(given).toMatch(/^Bad Request: /);
    expect(given.slice('Bad Request: '.length)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  },
};
