export const selectTools = ['curl', 'TypeScript'] as const;
export type SelectTool = (typeof selectTools)[number];

type SnippetFacts = {
  readonly url: string;
  readonly vendor: string;
  readonly request: Readonly<Record<string, unknown>>;
};

export function selectSnippet(tool: SelectTool, { url, vendor, request }: SnippetFacts): string {
  const body = shortJson(request);
  if (tool === 'curl')
    return `curl -X POST "${url}/select" -H "${vendor}-api-key: $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body.replaceAll("'", String.raw`'\''`)}'`;
  return `import { createClient } from '@swath/client';

const swath = createClient({ url: '${url}', apiKey: process.env.API_KEY });
const { id } = await swath.selects.create(${body});
const { acquisitions, cover } = await swath.selects.wait(id);`;
}

/** A member a line; what a member holds stays in one, as coordinates would fill pages otherwise. */
function shortJson(request: SnippetFacts['request']): string {
  const lines = Object.entries(request).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}`;
}
