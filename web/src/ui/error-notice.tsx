import { useEffect, useRef } from 'react';
import { describeError } from './describe-error.ts';
import { LinkedText } from './linked-text.tsx';
import { Notice } from './notice.tsx';
import { focusPartIfLost } from './take-lost-focus.ts';

type ErrorNoticeProps = { readonly error: unknown; readonly onRetry?: () => void };

export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const { title, text, requestId } = describeError(error);
  return (
    <Notice kind="error" title={title}>
      <p>
        <LinkedText text={text} />
      </p>
      {requestId && (
        <p className="notice-detail">
          Request id <code>{requestId}</code>
        </p>
      )}
      {onRetry && <RetryButton onRetry={onRetry} />}
    </Notice>
  );
}

/** It goes with the notice as soon as it is pressed: the part of the page around it takes the focus. */
function RetryButton({ onRetry }: Required<Pick<ErrorNoticeProps, 'onRetry'>>) {
  const around = useRef<HTMLElement | null>(null);

  useEffect(() => () => focusPartIfLost(around.current), []);

  return (
    <button
      type="button"
      className="button"
      onClick={({ currentTarget }) => {
        around.current = currentTarget.closest<HTMLElement>('section, dialog, main');
        onRetry();
      }}
    >
      Try again
    </button>
  );
}
