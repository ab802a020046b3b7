import type { ReactNode } from 'react';

/** Names and values, side by side where there is room. */
export const Facts = ({ children }: { readonly children: ReactNode }) => <dl className="facts">{children}</dl>;

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
