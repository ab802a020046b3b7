import type { SnippetFacts } from './facts.ts';

/** A program over the client library, which is told the vendor where it is not the usual one. */
export function clientProgram({ url, vendor }: Pick<SnippetFacts, 'url' | 'vendor'>, ...lines: readonly string[]) {
  const named = vendor === 'vendor' ? '' : `, vendor: '${vendor}'`;
  return [
    "import { createClient } from '@swath/client';",
    '',
    `const swath = createClient({ url: '${url}', apiKey: process.env.API_KEY${named} });`,
    ...lines,
  ].join('\n');
}
