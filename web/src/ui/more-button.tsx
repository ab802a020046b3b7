type MoreButtonProps = {
  readonly query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
  readonly what: string;
};

/** The next page of a list, behind those that are shown. */
export function MoreButton({ query, what }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <button
      type="button"
      className="button more-button"
      aria-disabled={query.isFetchingNextPage}
      onClick={() => void (query.isFetchingNextPage || query.fetchNextPage())}
    >
      {query.isFetchingNextPage ? 'Loading…' : `Show more ${what}`}
    </button>
  );
}
