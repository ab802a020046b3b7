import { KeyIcon } from '../ui/icons.tsx';

export function EmptyKeys() {
  return (
    <section className="panel empty" aria-labelledby="empty-title">
      <span className="empty-mark">
        <KeyIcon />
      </span>
      <h2 id="empty-title">You have no keys yet</h2>
      <p>
        Create one for each program that uses this service, named after the program. When one leaks, you delete that key
        and the others go on working. A key lives at most 180 days.
      </p>
    </section>
  );
}
