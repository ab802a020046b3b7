import type { SearchRequest } from '@swath/client';
import { RequestCode } from '../snippets/request-code.tsx';
import { searchSnippet } from './search-snippet.ts';

type SearchCodeProps = { readonly request: SearchRequest };

export function SearchCode({ request }: SearchCodeProps) {
  return (
    <div className="search-code">
      <RequestCode what="search" request={request} snippet={searchSnippet} />
    </div>
  );
}
