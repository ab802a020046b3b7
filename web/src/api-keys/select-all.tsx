import { useEffect, useRef } from 'react';

type SelectAllProps = { readonly count: number; readonly total: number; readonly onChange: (isAll: boolean) => void };

export function SelectAll({ count, total, onChange }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const isSome = count > 0 && count < total;

  useEffect(() => {
    // There is no attribute for the third state.
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);

  return (
    <label className="check">
      <input ref={box} type="checkbox" checked={count === total} onChange={(event) => onChange(event.target.checked)} />
      <span className="select-all-text">Select all keys</span>
    </label>
  );
}
