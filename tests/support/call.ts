/** What a test looks at in an answer. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test says what it expects to read
  json<T = Record<string, unknown>>(): T;
};

export type CallOptions = {
  readonly token?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON with its content type. */
  readonly json?: unknown;
  /** Sent as a form with its content type. */
  readonly form?: string;
  /** Sent as it is, with no content type but the one in `headers`. */
  readonly raw?: string | Uint8Array;
};

/** One request over a real connection; never follows a redirect, because the service must never send one. */
export async function call(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
  if (options.key !== undefined) headers.set('vendor-api-key', options.key);
  const body = bodyOf(options, headers);
  const response = await fetch(url + path, { method, headers, redirect: 'manual', ...(body ? { body } : {}) });
  const text = await response.text();
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as declared above
  return { status: response.status, headers: response.headers, text, json: <T>() => JSON.parse(text) as T };
}

// Bytes and not text: for text, fetch would make up a content type.
function bodyOf({ json, form, raw }: CallOptions, headers: Headers): Uint8Array<ArrayBuffer> | undefined {
  if (json !== undefined) headers.set('content-type', 'application/json');
  if (form !== undefined) headers.set('content-type', 'application/x-www-form-urlencoded');
  const text = json !== undefined ? JSON.stringify(json) : (form ?? raw);
  return text === undefined ? undefined : new Uint8Array(Buffer.from(text));
}
