import { useEffect } from 'react';
import { navigate } from './location.ts';

type MovedToProps = { readonly path: string };

/** Puts the right address in the place of the one that was typed, with the state that it came with. */
export function MovedTo({ path }: MovedToProps) {
  useEffect(() => {
    navigate(path + window.location.search + window.location.hash, { isReplacing: true });
  }, [path]);
  return null;
}
