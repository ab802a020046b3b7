export const orderTools = ['curl', 'TypeScript'] as const;
export type OrderTool = (typeof orderTools)[number];

type SnippetFacts = {
  readonly url: string;
  readonly vendor: string;
  readonly request: Readonly<Record<string, unknown>>;
};

/** A text that begins with the character 0 names a variable of the environment. */
const variable = /"\\u0000([A-Z_]+)"/g;

export function orderSnippet(tool: OrderTool, { url, vendor, request }: SnippetFacts): string {
  const body = JSON.stringify(request, null, 2);
  if (tool === 'curl')
    return `curl -X POST "${url}/order" -H "${vendor}-api-key: $API_KEY" \\
  -H 'Content-Type: application/json' -H "Idempotency-Key: $(uuidgen)" \\
  -d '${body.replaceAll("'", String.raw`'\''`).replace(variable, `"'"$$$1"'"`)}'`;
  const named = vendor === 'vendor' ? '' : `, vendor: '${vendor}'`;
  return `import { createClient } from '@swath/client';

const swath = createClient({ url: '${url}', apiKey: process.env.API_KEY${named} });
const { id } = await swath.orders.place(${body.replace(variable, 'process.env.$1')});
await swath.orders.wait(id, { onProgress: ({ progress }) => console.log(progress.percent) });`;
}
