import { Readable } from 'node:stream';
import { Value } from 'typebox/value';
import { headersSent } from '../../server/src/http/answer-headers.ts';
import type { Operation } from '../../server/src/http/route.ts';

/** Fails the request whose answer is not as its operation documents it. */
export function checkAnswer(operation: Operation, status: number, sent: unknown, headers: readonly string[]): void {
  const { answers, summary, contentType } = operation;
  const unlisted = unlistedHeaders(headers, headersSent(operation, status));
  if (unlisted.length > 0) throw new Error(`${summary}: ${unlisted.join()} of ${status} are not documented`);
  if (status >= 400) return;
  // What is sent as it is made is held to its format by tests of its own.
  if (sent instanceof Readable) return;
  const schema = answers[status];
  if (schema === undefined) throw new Error(`${summary}: status ${status} is not documented`);
  // Documents of the catalogue are sent as bytes.
  const isBytes = sent instanceof Uint8Array && /json/.test(contentType ?? 'json');
  const answer: unknown = schema && isBytes ? JSON.parse(Buffer.from(sent).toString()) : sent;
  if (schema === null || Value.Check(schema, answer)) return;
  const problems = JSON.stringify([...Value.Errors(schema, answer)].slice(0, 3));
  throw new Error(`${summary}: the answer is not as documented: ${problems}`);
}

/** How HTTP is spoken, and what browsers are told: of every answer, and so of none in particular. */
const common =
  /^(?:content-(?:type|length|encoding|security-policy)|cache-control|vary|date|connection|keep-alive|transfer-encoding|x-[a-z]+-requestid|x-content-type-options|x-frame-options|x-accel-buffering|referrer-policy|strict-transport-security|cross-origin-[a-z-]+|access-control-[a-z-]+)$/;

export const unlistedHeaders = (sent: readonly string[], listed: readonly string[]): readonly string[] =>
  sent.filter((name) => !common.test(name) && !listed.includes(name));
