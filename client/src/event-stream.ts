import { linesOf } from './lines-of.ts';

/** One message of a stream of server-sent events. */
export type ServerEvent = { readonly id: string; readonly data: string };

/** The events of a body as they come; ends with it, and cancels it when whoever reads stops. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let id = '';
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { id, data: data.join('\n') };
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'id') id = value;
  }
}
