import type { ApiKey } from '@swath/client';
import { keyName } from './key-name.ts';

type KeyChoiceProps = {
  readonly keys: readonly ApiKey[];
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
};

export function KeyChoice({ keys, chosenId, onChoose }: KeyChoiceProps) {
  if (keys.length === 0) return null;
  return (
    <label className="key-choice">
      <span>With</span>
      <select className="input" value={chosenId} onChange={(event) => onChoose(event.target.value)}>
        <option value="">a placeholder</option>
        {keys.map((key) => (
          <option key={key.id} value={key.id}>
            {keyName(key)}
          </option>
        ))}
      </select>
    </label>
  );
}
