import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './command.ts';

/** No password or key is longer; a wrong file on standard input must not fill the memory. */
const mostBytes = 65_536;

export async function readSecret(prompt: string): Promise<string> {
  const text = process.stdin.isTTY ? await ask(prompt) : await readAll(process.stdin);
  // Editors on Windows put a mark before the first character of a file.
  const secret = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  if (secret === '') throw new UsageError('standard input is empty: the secret is read from there');
  return secret;
}

async function readAll(input: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new UsageError('standard input is too long for a secret');
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString();
}

/** Line editing without echo: what readline writes goes nowhere. */
async function ask(prompt: string): Promise<string> {
  process.stderr.write(`${prompt}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const interrupted = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new UsageError('interrupted')));
  });
  try {
    return await Promise.race([lines.question(''), interrupted]);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
