import { useEffect, useState } from 'react';
import { swath } from '../swath.ts';

/** The address of a picture that needs a credential, for as long as it is shown; null until it is there. */
export function usePicture(path: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null);

  useEffect(() => {
    if (path === null) return undefined;
    const leaving = new AbortController();
    let made: string | undefined;
    const show = async () => {
      const picture = await fetchPicture(path, leaving.signal);
      if (picture === null || leaving.signal.aborted) return;
      made = URL.createObjectURL(picture);
      setAddress(made);
    };
    void show();
    return () => {
      leaving.abort();
      setAddress(null);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [path]);

  return address;
}

/** Null where there is none to be had: a list does without. */
async function fetchPicture(path: string, signal: AbortSignal): Promise<Blob | null> {
  try {
    const response = await swath.sender.open({ method: 'GET', path, headers: { accept: 'image/*' }, signal });
    return await response.blob();
  } catch {
    return null;
  }
}
