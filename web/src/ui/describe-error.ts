import { ConnectionError, SwathError } from '@swath/client';

export type ErrorDescription = { readonly title: string; readonly text: string; readonly requestId: string | null };

/** What a person should read: the service's own sentence, or what to do when there is none. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof ConnectionError) {
    const text = 'Check your connection, then try again. Nothing you typed is lost.';
    return { title: 'The service cannot be reached', text, requestId: null };
  }
  if (!(error instanceof SwathError)) {
    return { title: 'Something went wrong in this page', text: 'Reload the page and try again.', requestId: null };
  }
  const { requestId } = error;
  if (error.status === 429) return { title: 'Too many attempts', text: waitText(error.retryAfterSeconds), requestId };
  if (error.isSignedOut) {
    return { title: 'You are signed out', text: 'Sign in again, then repeat what you did.', requestId };
  }
  return { title: titleOf(error), text: forPeople(error.message), requestId };
}

function titleOf(error: SwathError): string {
  if (error.code === 'unrecognized_credentials') return 'That did not match';
  return error.status >= 500 ? 'The service has a problem' : 'That did not work';
}

/** What the members of requests are called on the pages. */
const memberNames: Readonly<Record<string, string>> = {
  token: 'the link',
  password: 'the password',
  current_password: 'the current password',
  new_password: 'the new password',
  expiration_date: 'the expiry',
};

/** The API starts its sentences with the status word and quotes its members, which says nothing to a person. */
function forPeople(message: string): string {
  const sentence = message
    .replace(/^(Unauthorized|Bad Request|Forbidden|Not Found): /, '')
    .replaceAll(/'([a-z_]+)'/g, (quoted, member: string) => memberNames[member] ?? quoted);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function waitText(seconds: number | null): string {
  if (seconds === null) return 'Wait a little, then try again.';
  if (seconds < 90) return `Wait ${Math.max(1, seconds)} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`;
  return `Wait ${Math.ceil(seconds / 60)} minutes, then try again.`;
}
