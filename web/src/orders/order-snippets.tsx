import { useState } from 'react';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Segments } from '../ui/segments.tsx';
import { type OrderTool, orderSnippet, orderTools } from './snippet-texts.ts';

type OrderSnippetsProps = {
  readonly title: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly hint?: string;
};

/** Exactly this order, to be placed by a program. */
export function OrderSnippets({ title, request, hint }: OrderSnippetsProps) {
  const [tool, setTool] = useState<OrderTool>('curl');
  const code = orderSnippet(tool, { url: swath.url, vendor: swath.vendor, request });
  return (
    <section className="panel" aria-labelledby="snippets-title">
      <h2 id="snippets-title">{title}</h2>
      <Segments legend="Tool" choices={orderTools} chosen={tool} onChoose={setTool} />
      <CodeBlock code={code} what={`${tool} of this order`} />
      {hint && <p className="hint">{hint}</p>}
    </section>
  );
}
