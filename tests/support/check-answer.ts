import { Readable } from 'node:stream';
import { Value } from 'typebox/value';
import type { Operation } from '../../server/src/http/route.ts';

/** Fails the request whose answer is not as its operation documents it. */
export function checkAnswer({ answers, summary, contentType }: Operation, status: number, sent: unknown): void {
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
