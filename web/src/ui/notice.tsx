import type { ReactNode } from 'react';

type NoticeProps = {
  readonly kind: 'error' | 'success' | 'info';
  readonly title?: string;
  readonly children?: ReactNode;
};

/** A message that screen readers speak when it appears: errors at once, the rest when there is a pause. */
export function Notice({ kind, title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  );
}
