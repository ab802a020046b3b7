import { takeLostFocus } from './take-lost-focus.ts';

/** The end of a list, in the place of the button that brought its last part. */
export const AllShown = ({ what }: { readonly what: string }) => (
  <p className="muted" tabIndex={-1} ref={takeLostFocus}>
    These are all {what}.
  </p>
);
