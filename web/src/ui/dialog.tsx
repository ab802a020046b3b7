import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';

type DialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly onClose?: () => void;
  readonly children: ReactNode;
};

/** The browser's own modal dialog: it keeps the focus inside and gives it back. Without `onClose` it stays until answered. */
export function Dialog({ isOpen, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen && dialog.current && !dialog.current.open) show(dialog.current);
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  // One that goes without being closed would take the focus with it instead of giving it back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);

  function closed(event: SyntheticEvent<HTMLDialogElement>): void {
    if (event.target !== dialog.current || !isOpen) return;
    if (onClose) onClose();
    else show(dialog.current);
  }

  function cancelled(event: SyntheticEvent<HTMLDialogElement>): void {
    // Stops the first Escape at once; browsers let a second one through, and `closed` brings the dialog back.
    if (!onClose) event.preventDefault();
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={closed} onCancel={cancelled}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

/** The browser focuses the first field, which may be one that is already filled in. */
function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-first-focus="true"]')?.focus();
}
