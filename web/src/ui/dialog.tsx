import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';

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
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  function closed(event: SyntheticEvent<HTMLDialogElement>): void {
    if (event.target !== dialog.current || !isOpen) return;
    if (onClose) onClose();
    else dialog.current.showModal();
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={closed}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
