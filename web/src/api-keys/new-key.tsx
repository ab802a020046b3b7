import type { ApiKeyWithValue } from '@swath/client';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { momentText } from '../ui/dates.ts';
import { keyName } from './key-name.ts';

type NewKeyProps = { readonly apiKey: ApiKeyWithValue; readonly onDone: () => void };

export function NewKey({ apiKey, onDone }: NewKeyProps) {
  const section = useRef<HTMLDivElement>(null);

  // The form that had the focus is gone; the next thing to do is to copy.
  useEffect(() => section.current?.querySelector('button')?.focus(), []);

  return (
    <div className="form" ref={section}>
      <Notice kind="success" title={apiKey.name ? `${apiKey.name} is ready` : 'The key is ready'}>
        <p>It works at once and ends on {momentText(apiKey.expiresAt)}. You can copy it again from the list.</p>
      </Notice>
      <div className="new-key">
        <code>{apiKey.api_key}</code>
        <CopyButton text={apiKey.api_key} what={`key ${keyName(apiKey)}`} />
      </div>
      <div className="form-actions">
        <button type="button" className="button" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}
