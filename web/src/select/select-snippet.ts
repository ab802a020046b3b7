import { cliPipe } from '../snippets/cli-pipe.ts';
import { clientProgram } from '../snippets/client-program.ts';
import { curlPost } from '../snippets/curl-post.ts';
import type { SnippetFacts, Tool } from '../snippets/facts.ts';

export function selectSnippet(tool: Tool, facts: SnippetFacts): string {
  const body = shortJson(facts.request);
  if (tool === 'curl') return curlPost({ ...facts, path: '/select', body });
  if (tool === 'CLI') return cliPipe({ ...facts, command: 'select', body });
  return clientProgram(
    facts,
    `const { id } = await swath.selects.create(${body});`,
    'const { acquisitions, cover } = await swath.selects.wait(id);',
  );
}

/** A member a line; what a member holds stays in one, as coordinates would fill pages otherwise. */
function shortJson(request: SnippetFacts['request']): string {
  const lines = Object.entries(request).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}`;
}
