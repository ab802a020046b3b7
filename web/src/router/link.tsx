import type { ComponentProps, MouseEvent } from 'react';
import { addressOf, navigate } from './location.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: string };

/** A real link, so that new tabs and copied addresses work; a plain click stays in the page. */
export function Link({ to, children, ...rest }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain) return;
    event.preventDefault();
    navigate(to);
  }

  return (
    <a {...rest} href={addressOf(to)} onClick={follow}>
      {children}
    </a>
  );
}
