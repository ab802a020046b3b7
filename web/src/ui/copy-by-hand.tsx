import { useEffect, useRef } from 'react';

type CopyByHandProps = { readonly text: string; readonly what: string };

/** The last resort: the text, selected, with the keys to press. */
export function CopyByHand({ text, what }: CopyByHandProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => field.current?.select(), []);

  return (
    <span className="copy-by-hand" role="group" aria-label={`Copy ${what} by hand`}>
      <span role="alert">This browser does not let the page copy. Press Ctrl+C or ⌘C.</span>
      <textarea ref={field} className="input mono" readOnly rows={2} value={text} aria-label={what} />
    </span>
  );
}
