import type { Order } from '@swath/client';
import { useState } from 'react';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Segments } from '../ui/segments.tsx';
import { type OrderTool, orderSnippet, orderTools } from './order-snippets.ts';

type OrderAgainProps = { readonly order: Order };

/** Exactly this order, to be placed once more by a program. */
export function OrderAgain({ order }: OrderAgainProps) {
  const [tool, setTool] = useState<OrderTool>('curl');
  const code = orderSnippet(tool, { url: swath.url, vendor: swath.vendor, request: order.order.request });
  return (
    <section className="panel" aria-labelledby="again-title">
      <h2 id="again-title">The same order again</h2>
      <Segments legend="Tool" choices={orderTools} chosen={tool} onChoose={setTool} />
      <CodeBlock code={code} what={`${tool} of this order`} />
      <p className="hint">Credentials of a bucket are not kept: add them where the order had some.</p>
    </section>
  );
}
