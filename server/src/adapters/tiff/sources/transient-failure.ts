/** Worth another attempt. */
export class TransientFailure extends Error {
  override readonly name = 'TransientFailure';
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
