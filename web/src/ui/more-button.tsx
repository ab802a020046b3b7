import { useState } from 'react';
import { AllShown } from './all-shown.tsx';

type MoreButtonProps = {
  readonly query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
  readonly what: string;
};

/** The next page of a list, behind those that are shown. */
export function MoreButton({ query, what }: MoreButtonProps) {
  const [wasPressed, setWasPressed] = useState(false);
  if (!query.hasNextPage) return wasPressed ? <AllShown what={what} /> : null;

  function more(): void {
    setWasPressed(true);
    if (!query.isFetchingNextPage) query.fetchNextPage();
  }

  return (
    <>
      <button type="button" className="button more-button" aria-disabled={query.isFetchingNextPage} onClick={more}>
        {query.isFetchingNextPage ? 'Loading…' : `Show more ${what}`}
      </button>
      <p className="on-paper">There are more {what} than these.</p>
    </>
  );
}
