import type { SnippetFacts } from './facts.ts';

type Piped = Pick<SnippetFacts, 'url' | 'vendor'> & {
  /** Of `swath`; it takes the body by `--request`. */
  readonly command: string;
  readonly body: string;
};

/** The body is one argument of the shell, whatever it holds. */
export function cliPipe({ url, vendor, command, body }: Piped): string {
  const named = vendor === 'vendor' ? '' : ` SWATH_VENDOR=${vendor}`;
  return `printf %s '${body.replaceAll("'", String.raw`'\''`)}' |
  SWATH_URL="${url}" SWATH_API_KEY="$API_KEY"${named} swath ${command} --request -`;
}
