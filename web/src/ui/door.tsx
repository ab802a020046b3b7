import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';

type DoorProps = { readonly title: string; readonly lead?: ReactNode; readonly children: ReactNode };

/** The frame of every page that is seen before signing in. */
export function Door({ title, lead, children }: DoorProps) {
  return (
    <main className="door">
      <title>{`${title} · Swath`}</title>
      <div className="door-card">
        <Brand />
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </main>
  );
}
