export const eventStreamType = 'text/event-stream';

/** How long a reader waits before it comes back, in milliseconds. */
export const opening = 'retry: 3000\n\n';

/** Keeps proxies from taking a quiet stream for a dead one. */
export const heartbeat = ': still here\n\n';

/** The data is one line, as JSON is. */
export const eventText = ({ id, data }: { readonly id: string; readonly data: string }): string =>
  `id: ${id}\ndata: ${data}\n\n`;
