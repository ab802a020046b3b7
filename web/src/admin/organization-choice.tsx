import type { OrganizationEntry } from '@swath/client';

type OrganizationChoiceProps = {
  readonly organizations: readonly OrganizationEntry[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
};

/** Which accounts are shown; it stands in the address. */
export function OrganizationChoice({ organizations, chosen, onChoose }: OrganizationChoiceProps) {
  const isListed = chosen === '' || organizations.some(({ id }) => id === chosen);
  return (
    <div className="field filter-field">
      <label htmlFor="organization-filter">Accounts of</label>
      <select
        id="organization-filter"
        className="input"
        value={chosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">All organizations</option>
        {!isListed && <option value={chosen}>{chosen}</option>}
        {organizations.map(({ id, name, accounts }) => (
          <option key={id} value={id}>
            {name} ({accounts})
          </option>
        ))}
      </select>
    </div>
  );
}
