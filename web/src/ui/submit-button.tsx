type SubmitButtonProps = { readonly label: string; readonly busyLabel: string; readonly isBusy: boolean };

/** Stays focusable while busy, so that the keyboard does not lose its place. */
export function SubmitButton({ label, busyLabel, isBusy }: SubmitButtonProps) {
  return (
    <button type="submit" className="button button-primary" aria-disabled={isBusy}>
      {isBusy ? busyLabel : label}
    </button>
  );
}
