import { useState } from 'react';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Segments } from '../ui/segments.tsx';
import { type SnippetFacts, type Tool, tools } from './facts.ts';

type RequestCodeProps<Request> = {
  /** Such as "search". */
  readonly what: string;
  readonly request: Request;
  readonly snippet: (tool: Tool, facts: SnippetFacts<Request>) => string;
};

/** Exactly this request, to be made by a program. */
export function RequestCode<Request>({ what, request, snippet }: RequestCodeProps<Request>) {
  const [tool, setTool] = useState<Tool>('curl');
  return (
    <>
      <Segments legend="Tool" choices={tools} chosen={tool} onChoose={setTool} />
      <CodeBlock
        code={snippet(tool, { url: swath.url, vendor: swath.vendor, request })}
        what={`${tool} of this ${what}`}
      />
    </>
  );
}
