import type { preParsingAsyncHookHandler } from 'fastify';
import { PlatformError } from '../shared/errors.ts';

/** Beyond this nobody is told more than that it is too large. */
const mostBytesRead = 64 * 1_024 * 1_024;
const openBracket = '['.charCodeAt(0);

/** Looks through a body that is too large to keep: too many corners are a bad request, all else is only too large. */
export function refuseTooManyPositions(bodyLimit: number, mostPositions: number): preParsingAsyncHookHandler {
  return async ({ headers }, _reply, payload) => {
    const bytes = Number(headers['content-length'] ?? 0);
    if (bytes <= bodyLimit) return payload;
    const lists = bytes > mostBytesRead ? 0 : await countLists(payload);
    if (lists <= mostPositions) throw new PlatformError('request_too_large');
    throw new PlatformError(
      'invalid_parameters',
      `a geometry in the body has too many positions: there are about ${lists}, at most ${mostPositions} are allowed`,
    );
  };
}

/** A position is a list, and there are few others. */
async function countLists(payload: AsyncIterable<unknown>): Promise<number> {
  let lists = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>)
    for (let at = chunk.indexOf(openBracket); at >= 0; at = chunk.indexOf(openBracket, at + 1)) lists++;
  return lists;
}
