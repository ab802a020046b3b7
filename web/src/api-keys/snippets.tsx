import { type ApiKey, hasValue, isExpired, maskSecret } from '@swath/client';
import { useState } from 'react';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Segments } from '../ui/segments.tsx';
import { KeyChoice } from './key-choice.tsx';
import { type Tool, snippetsFor } from './snippet-texts.ts';

type SnippetsProps = { readonly keys: readonly ApiKey[] };

const placeholder = 'YOUR_API_KEY';

export function Snippets({ keys }: SnippetsProps) {
  const [tool, setTool] = useState<Tool>('curl');
  const [keyId, setKeyId] = useState('');
  const usable = keys.filter(hasValue).filter((key) => !isExpired(key, Date.now()));
  const chosen = usable.find((key) => key.id === keyId);

  const service = { url: swath.url, vendor: swath.vendor };
  const shown = snippetsFor({ ...service, key: chosen ? maskSecret(chosen.api_key) : placeholder });
  const whole = snippetsFor({ ...service, key: chosen?.api_key ?? placeholder });
  const snippet = shown.find((candidate) => candidate.tool === tool);
  const copied = whole.find((candidate) => candidate.tool === tool);

  return (
    <section className="panel snippets" aria-labelledby="snippets-title">
      <h2 id="snippets-title">Use a key</h2>
      <div className="snippet-choices">
        <Segments
          legend="Snippet for"
          choices={shown.map((candidate) => candidate.tool)}
          chosen={tool}
          onChoose={setTool}
        />
        <KeyChoice keys={usable} chosenId={chosen?.id ?? ''} onChoose={setKeyId} />
      </div>
      {snippet && <p>{snippet.intro}</p>}
      {snippet && <CodeBlock code={snippet.code} copied={copied?.code ?? snippet.code} what={`snippet for ${tool}`} />}
      {chosen && <p className="hint">The key is shown masked here; the copy holds all of it.</p>}
    </section>
  );
}
