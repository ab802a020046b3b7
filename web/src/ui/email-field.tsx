import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** Not of the type `email`: there browsers refuse letters such as ö before the @, and send another domain than was typed. */
export const EmailField = (props: Omit<ComponentProps<typeof TextField>, 'type'>) => (
  <TextField
    inputMode="email"
    pattern={String.raw`\s*[^\s@]+@[^\s@]+\s*`}
    title="An address such as ada@example.com"
    autoCapitalize="none"
    spellCheck={false}
    {...props}
  />
);
