import type { ApiKey } from '@swath/client';
import { KeyRow } from './key-row.tsx';
import { SelectAll } from './select-all.tsx';

type KeyTableProps = {
  readonly keys: readonly ApiKey[];
  readonly selectedIds: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onDelete: (key: ApiKey) => void;
};

const columns = ['Name', 'Key', 'Created', 'Expires', 'Last used'];

/** The roles are spelled out because the narrow layout takes them away from the elements. */
export function KeyTable({ keys, selectedIds, onSelect, onDelete }: KeyTableProps) {
  const nowMs = Date.now();
  const allIds = keys.map((key) => key.id);

  function toggle(id: string, isSelected: boolean): void {
    onSelect(new Set(isSelected ? [...selectedIds, id] : [...selectedIds].filter((other) => other !== id)));
  }

  return (
    <table className="key-table" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" className="cell-select">
            <SelectAll
              count={selectedIds.size}
              total={keys.length}
              onChange={(isAll) => onSelect(new Set(isAll ? allIds : []))}
            />
          </th>
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            nowMs={nowMs}
            isSelected={selectedIds.has(key.id)}
            onSelect={(isSelected) => toggle(key.id, isSelected)}
            onDelete={() => onDelete(key)}
          />
        ))}
      </tbody>
    </table>
  );
}
