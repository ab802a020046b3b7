export type SwathErrorDetails = {
  readonly status: number;
  readonly code: string | null;
  readonly type: string;
  readonly message: string;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
};

/** The service answered, and the answer is an error (or cannot be understood). */
export class SwathError extends Error {
  override readonly name = 'SwathError';
  readonly status: number;
  readonly code: string | null;
  readonly type: string;
  /** What to quote to the operator: it is in the service's log line. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(details: SwathErrorDetails) {
    super(details.message);
    this.status = details.status;
    this.code = details.code;
    this.type = details.type;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** True when the credential is missing, ended or expired; false for a mistyped password. */
  get isSignedOut(): boolean {
    return this.status === 401 && this.code !== 'unrecognized_credentials';
  }
}

/** No answer came: the network failed, the host is down, or the answer broke off. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The bytes of a file came, and are not those that were delivered. */
export class ChecksumError extends Error {
  override readonly name = 'ChecksumError';
}
