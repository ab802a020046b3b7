export type Headers = Readonly<Record<string, string>>;

/** What makes a request authorised; each kind of sign-in is one of these. */
export type Credential = {
  /** How it appears in print, without its secret. */
  readonly label: string;
  headers(signal?: AbortSignal): Promise<Headers>;
  /** New headers after the service refused these; absent when nothing can be renewed. */
  renew?(refused: Headers, signal?: AbortSignal): Promise<Headers>;
  /** Ends on the service what can be ended, and forgets the rest. */
  end(signal?: AbortSignal): Promise<void>;
};

export function bearer(accessToken: string): Headers {
  return { authorization: `Bearer ${accessToken}` };
}
