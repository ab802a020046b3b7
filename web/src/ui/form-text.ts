import type { FormEvent } from 'react';

/** The text fields of the form that is being submitted; the browser's own submit is stopped. */
export function formText(event: FormEvent<HTMLFormElement>): (name: string) => string {
  event.preventDefault();
  const data = new FormData(event.currentTarget);
  return (name) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
}
