const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** A ref of what takes the place of a button that was pressed: the focus would else go with the button, to nobody. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (isLost()) element?.focus();
}

/** The part of the page around a button that has gone; it stays where it is, and the Tab key goes on from it. */
export function focusPartIfLost(part: HTMLElement | null): void {
  setTimeout(() => {
    if (!part?.isConnected || !isLost()) return;
    if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }, 0);
}
