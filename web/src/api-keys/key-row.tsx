import { type ApiKey, isExpired, maskSecret } from '@swath/client';
import { CopyButton } from '../ui/copy-button.tsx';
import { TrashIcon } from '../ui/icons.tsx';
import { DateCell } from './date-cell.tsx';
import { keyName } from './key-name.ts';

type KeyRowProps = {
  readonly apiKey: ApiKey;
  readonly nowMs: number;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onDelete: () => void;
};

export function KeyRow({ apiKey, nowMs, isSelected, onSelect, onDelete }: KeyRowProps) {
  const name = keyName(apiKey);
  const hasExpired = isExpired(apiKey, nowMs);
  return (
    <tr role="row" className={hasExpired ? 'is-expired' : undefined}>
      <td role="cell" className="cell-select">
        <label className="check">
          <input type="checkbox" checked={isSelected} onChange={(event) => onSelect(event.target.checked)} />
          <span className="visually-hidden">Select {name}</span>
        </label>
      </td>
      <th role="rowheader" scope="row" className="cell-name">
        <span className="key-name">{apiKey.name?.trim() || <span className="muted">Unnamed</span>}</span>
        {apiKey.description && <span className="key-description">{apiKey.description}</span>}
      </th>
      <td role="cell" className="cell-value" data-label="Key">
        {apiKey.api_key === null ? (
          <span className="muted">Cannot be shown any more</span>
        ) : (
          <>
            <code>{maskSecret(apiKey.api_key)}</code>
            <CopyButton text={apiKey.api_key} what={`key ${name}`} />
          </>
        )}
      </td>
      <DateCell label="Created" date={apiKey.createdAt} />
      <DateCell label="Expires" date={apiKey.expiresAt} nowMs={nowMs} badge={hasExpired ? 'Expired' : undefined} />
      <DateCell label="Last used" date={apiKey.lastUsedAt} nowMs={nowMs} />
      <td role="cell" className="cell-action">
        <button
          type="button"
          className="button button-small button-quiet"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
        >
          <TrashIcon />
        </button>
      </td>
    </tr>
  );
}
