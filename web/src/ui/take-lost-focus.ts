/** A ref of what takes the place of a button that was pressed: the focus would else go with the button, to nobody. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus();
}
