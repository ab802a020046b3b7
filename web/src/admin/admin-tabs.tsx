import { Link } from '../router/link.tsx';
import { usePath } from '../router/location.ts';
import '../styles/admin.css';

const places = [
  { to: '/app/admin/accounts', name: 'Accounts' },
  { to: '/app/admin/audit', name: 'Audit' },
  { to: '/app/admin/settings', name: 'Settings' },
] as const;

export function AdminTabs() {
  const path = usePath();
  return (
    <nav aria-label="Administration" className="tabs">
      {places.map(({ to, name }) => (
        <Link key={to} to={to} className="tab" aria-current={path.startsWith(to) ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
