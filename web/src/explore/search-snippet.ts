import type { SearchRequest } from '@swath/client';
import { cliPipe } from '../snippets/cli-pipe.ts';
import { clientProgram } from '../snippets/client-program.ts';
import { curlPost } from '../snippets/curl-post.ts';
import type { SnippetFacts, Tool } from '../snippets/facts.ts';

export function searchSnippet(tool: Tool, facts: SnippetFacts<SearchRequest>): string {
  const body = JSON.stringify({ ...facts.request, limit: 100 }, null, 2);
  if (tool === 'curl') return curlPost({ ...facts, path: '/search', body });
  if (tool === 'CLI') return cliPipe({ ...facts, command: 'search --all', body });
  return clientProgram(facts, `for await (const item of swath.catalog.items(${body})) console.log(item.id);`);
}
