/** A part of the whole as a bar; the figure beside it says the same. */
export function Share({ of }: { readonly of: number }) {
  return (
    <svg className="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="share-ground" width="100" height="6" rx="3" />
      <rect className="share-part" width={of * 100} height="6" rx="3" />
    </svg>
  );
}
