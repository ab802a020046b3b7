import type { SearchRequest } from '@swath/client';

export const searchTools = ['curl', 'TypeScript'] as const;
export type SearchTool = (typeof searchTools)[number];

type SnippetFacts = { readonly url: string; readonly vendor: string; readonly request: SearchRequest };

/** Exactly this search, for a program. */
export function searchSnippet(tool: SearchTool, { url, vendor, request }: SnippetFacts): string {
  const body = JSON.stringify({ ...request, limit: 100 }, null, 2);
  if (tool === 'curl')
    return `curl -X POST "${url}/search" -H "${vendor}-api-key: $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body.replaceAll("'", String.raw`'\''`)}'`;
  return `import { createClient } from '@swath/client';

const swath = createClient({ url: '${url}', apiKey: process.env.API_KEY });
for await (const item of swath.catalog.items(${body})) console.log(item.id);`;
}
