import { text } from 'node:stream/consumers';
import { UsageError } from './command.ts';

/** All of standard input; on a terminal nothing would ever come. */
export async function readInput(): Promise<string> {
  if (process.stdin.isTTY) throw new UsageError('- is standard input, and nothing is piped into it');
  return text(process.stdin);
}
