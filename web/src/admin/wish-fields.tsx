import { TextField } from '../ui/text-field.tsx';

const checks = [
  { name: 'create', label: 'Make collections that are missing' },
  { name: 'if_new', label: 'Leave what is there as it is' },
  { name: 'validate', label: 'Check all that STAC asks' },
  { name: 'dry_run', label: 'Dry run: check, store nothing' },
] as const;

/** Of a job, wherever its items come from. */
export function WishFields() {
  return (
    <>
      <TextField
        label="Collection"
        name="collection"
        isOptional
        autoComplete="off"
        hint="All items belong to it; else each to the one that it names."
      />
      <div className="check-list">
        {checks.map(({ name, label }) => (
          <label key={name} className="check">
            <input type="checkbox" name={name} />
            {label}
          </label>
        ))}
      </div>
    </>
  );
}
