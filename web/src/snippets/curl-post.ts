import type { SnippetFacts } from './facts.ts';

type Post = Pick<SnippetFacts, 'url' | 'vendor'> & {
  readonly path: string;
  readonly body: string;
  /** Further headers, as curl takes them. */
  readonly headers?: string;
};

/** The body is one argument of the shell, whatever it holds. */
export const curlPost = ({ url, vendor, path, body, headers = '' }: Post): string =>
  `curl -X POST "${url}${path}" -H "${vendor}-api-key: $API_KEY" \\
  -H 'Content-Type: application/json'${headers} \\
  -d '${body.replaceAll("'", String.raw`'\''`)}'`;
