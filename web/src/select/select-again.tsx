import type { Select } from '@swath/client';
import { RequestCode } from '../snippets/request-code.tsx';
import { selectSnippet } from './select-snippet.ts';

type SelectAgainProps = { readonly select: Select };

export function SelectAgain({ select }: SelectAgainProps) {
  return (
    <section className="panel" aria-labelledby="again-title">
      <h2 id="again-title">The same select again</h2>
      <RequestCode what="select" request={select.request_details} snippet={selectSnippet} />
    </section>
  );
}
