import { type ReactNode, useEffect, useRef } from 'react';

type PageProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** For when the button that was pressed goes with what it did. */
export const focusTitle = (): void => void setTimeout(() => document.getElementById('page-title')?.focus(), 0);

let hasShownFirstPage = false;

/** A page of the signed-in application; after a move its heading gets the focus, so that the change is spoken. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // Whoever comes back is where they were: a move to another page has scrolled up already.
    if (hasShownFirstPage) heading.current?.focus({ preventScroll: true });
    hasShownFirstPage = true;
  }, []);

  return (
    <div className="page">
      <title>{`${title} · Swath`}</title>
      <header className="page-header">
        <div>
          <h1 ref={heading} tabIndex={-1} id="page-title">
            {title}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
