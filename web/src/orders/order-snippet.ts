import { cliPipe } from '../snippets/cli-pipe.ts';
import { clientProgram } from '../snippets/client-program.ts';
import { curlPost } from '../snippets/curl-post.ts';
import type { SnippetFacts, Tool } from '../snippets/facts.ts';

/** A text that begins with the character 0 names a variable of the environment. */
const variable = /"\\u0000([A-Z_]+)"/g;

export function orderSnippet(tool: Tool, facts: SnippetFacts): string {
  const body = JSON.stringify(facts.request, null, 2);
  // Variables stand outside the quotes of the body, where the shell fills them in.
  const filled = (line: string) => line.replace(variable, `"'"$$$1"'"`);
  if (tool === 'curl') {
    const headers = ' -H "Idempotency-Key: $(uuidgen)"';
    return filled(curlPost({ ...facts, path: '/order', headers, body }));
  }
  if (tool === 'CLI') return filled(cliPipe({ ...facts, command: 'order create --wait', body }));
  return clientProgram(
    facts,
    `const { id } = await swath.orders.place(${body.replace(variable, 'process.env.$1')});`,
    'await swath.orders.wait(id, { onProgress: ({ progress }) => console.log(progress.percent) });',
  );
}
