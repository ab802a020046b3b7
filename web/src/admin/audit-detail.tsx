type AuditDetailProps = { readonly detail: unknown };

/** What is known of a deed, a line each; what is not known of it is left out. */
export function AuditDetail({ detail }: AuditDetailProps) {
  if (typeof detail !== 'object' || detail === null) return null;
  // Of collections null is known too: it lets an organization see all of them.
  const known = Object.entries(detail).filter(([name, value]) => value !== null || name === 'collections');
  return known.map(([name, value]) => (
    <div key={name}>
      {name}: {value === null ? 'all' : textOf(value)}
    </div>
  ));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || 'none';
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${textOf(member)}`)
    .join(', ');
}
