import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

type QuestionDialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  /** What the two buttons say, and the second one while it works. */
  readonly words: { readonly no: string; readonly yes: string; readonly doing: string };
  readonly change: { readonly isPending: boolean; readonly error: Error | null; reset(): void };
  readonly onYes: () => void;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ReactNode;
};

/** Asks before something ends; what goes wrong is said in the dialog. */
export function QuestionDialog({ isOpen, title, words, change, onYes, onClose, children }: QuestionDialogProps) {
  function close(): void {
    onClose();
    // What went wrong this time is not what goes wrong when it is asked again.
    if (change.error !== null) change.reset();
  }

  return (
    <Dialog isOpen={isOpen} title={title} onClose={close}>
      {children}
      {change.error && <ErrorNotice error={change.error} />}
      <div className="form-actions">
        <button type="button" className="button" onClick={close}>
          {words.no}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={change.isPending}
          onClick={() => change.isPending || onYes()}
        >
          {change.isPending ? words.doing : words.yes}
        </button>
      </div>
    </Dialog>
  );
}
