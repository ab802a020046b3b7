import { Value } from 'typebox/value';
import type { Operation } from '../../server/src/http/route.ts';

/** Fails the request whose answer is not as its operation documents it. */
export function checkAnswer({ answers, summary }: Operation, status: number, answer: unknown): void {
  if (status >= 400) return;
  const schema = answers[status];
  if (schema === undefined) throw new Error(`${summary}: status ${status} is not documented`);
  if (schema === null || Value.Check(schema, answer)) return;
  const problems = JSON.stringify([...Value.Errors(schema, answer)].slice(0, 3));
  throw new Error(`${summary}: the answer is not as documented: ${problems}`);
}
