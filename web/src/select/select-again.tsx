import type { Select } from '@swath/client';
import { useState } from 'react';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Segments } from '../ui/segments.tsx';
import { type SelectTool, selectSnippet, selectTools } from './select-snippets.ts';

type SelectAgainProps = { readonly select: Select };

/** Exactly this select, to be made once more by a program. */
export function SelectAgain({ select }: SelectAgainProps) {
  const [tool, setTool] = useState<SelectTool>('curl');
  const code = selectSnippet(tool, { url: swath.url, vendor: swath.vendor, request: select.request_details });
  return (
    <section className="panel" aria-labelledby="again-title">
      <h2 id="again-title">The same select again</h2>
      <Segments legend="Tool" choices={selectTools} chosen={tool} onChoose={setTool} />
      <CodeBlock code={code} what={`${tool} of this select`} />
    </section>
  );
}
