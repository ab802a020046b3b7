import { describeError } from './describe-error.ts';
import { LinkedText } from './linked-text.tsx';
import { Notice } from './notice.tsx';

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
      {onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </Notice>
  );
}
