import { RequestCode } from '../snippets/request-code.tsx';
import { orderSnippet } from './order-snippet.ts';

type OrderSnippetsProps = {
  readonly title: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly hint?: string;
};

export function OrderSnippets({ title, request, hint }: OrderSnippetsProps) {
  return (
    <section className="panel" aria-labelledby="snippets-title">
      <h2 id="snippets-title">{title}</h2>
      <RequestCode what="order" request={request} snippet={orderSnippet} />
      {hint && <p className="hint">{hint}</p>}
    </section>
  );
}
