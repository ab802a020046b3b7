/** The address is not one that messages go to. */
export class ForbiddenNetwork extends Error {
  override readonly name = 'ForbiddenNetwork';
}

const reasons: Readonly<Record<string, string>> = {
  ABORT_ERR: 'ended because the service stops',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  ENOTFOUND: 'no host has that name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection took too long',
};

/** Why no answer came, in words that tell nothing of the network that the service is in. */
export function explainFailure(error: unknown): string {
  if (error instanceof ForbiddenNetwork) return error.message;
  const code = codeOf(error);
  if (code === null) return 'no answer came';
  const reason = reasons[code];
  if (reason !== undefined) return reason;
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  return /CERT|SIGNED|SSL|TLS|EPROTO/.test(code) ? `TLS failed (${code})` : `no answer came (${code})`;
}

function codeOf(error: unknown): string | null {
  // A host with several addresses fails with one error for each.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : null;
}
