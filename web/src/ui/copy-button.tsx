import { useEffect, useRef, useState } from 'react';
import { CopyByHand } from './copy-by-hand.tsx';
import { copyText } from './copy-text.ts';
import { CheckIcon, CopyIcon } from './icons.tsx';

type CopyButtonProps = {
  readonly text: string;
  /** What is copied, for people who do not see the button's surroundings: "key ci-runner". */
  readonly what: string;
};

const confirmationMs = 2500;

/** Copies, and says so to the eye and to the ear; shows the text to copy by hand when the browser refuses. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const wrapper = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome('none'), confirmationMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    if (!wrapper.current) return;
    const button = document.activeElement;
    const isCopied = await copyText(text, wrapper.current);
    if (button instanceof HTMLElement) button.focus();
    setOutcome(isCopied ? 'copied' : 'refused');
  }

  const word = outcome === 'copied' ? 'Copied' : 'Copy';
  return (
    <span className="copy" ref={wrapper}>
      <button type="button" className="button button-small" aria-label={`${word} ${what}`} onClick={() => void copy()}>
        {outcome === 'copied' ? <CheckIcon /> : <CopyIcon />}
        {word}
      </button>
      <span className="visually-hidden" role="status">
        {outcome === 'copied' && `Copied ${what} to the clipboard`}
      </span>
      {outcome === 'refused' && <CopyByHand text={text} what={what} />}
    </span>
  );
}
