import type { SearchRequest } from '@swath/client';
import { useState } from 'react';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Segments } from '../ui/segments.tsx';
import { type SearchTool, searchSnippet, searchTools } from './search-snippets.ts';

type SearchCodeProps = { readonly request: SearchRequest };

export function SearchCode({ request }: SearchCodeProps) {
  const [tool, setTool] = useState<SearchTool>('curl');
  const code = searchSnippet(tool, { url: swath.url, vendor: swath.vendor, request });
  return (
    <div className="search-code">
      <Segments legend="Tool" choices={searchTools} chosen={tool} onChoose={setTool} />
      <CodeBlock code={code} what={`${tool} of this search`} />
    </div>
  );
}
