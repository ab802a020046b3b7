import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

/** Adds to what the answer depends on; others have had their say in it. */
export function addVary(reply: FastifyReply, names: readonly string[]): void {
  const before = reply.getHeader('vary');
  const own = names.join(', ');
  void reply.header('vary', before === undefined ? own : `${String(before)}, ${own}`);
}

/** What tells callers apart. Lower case, as the compression looks for its own name in it. */
export const callerHeaders = ({ vendorWords }: Config): readonly string[] => [
  'authorization',
  ...vendorWords.map((word) => `${word}-api-key`),
  'accept-encoding',
];
