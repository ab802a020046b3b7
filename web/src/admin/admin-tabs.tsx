import { Link } from '../router/link.tsx';
import { usePath } from '../router/location.ts';
import '../styles/admin.css';

const places = [
  { to: '/app/admin/accounts', name: 'Accounts' },
  { to: '/app/admin/collections', name: 'Collections' },
  { to: '/app/admin/ingest', name: 'Ingest' },
  { to: '/app/admin/health', name: 'Health' },
  { to: '/app/admin/audit', name: 'Audit' },
  { to: '/app/admin/settings', name: 'Settings' },
] as const;

export function AdminTabs() {
  const path = usePath();
  // The accounts are also what one comes to first.
  const isHere = (to: string) => path.startsWith(to) || (path === '/app/admin' && to === places[0].to);
  return (
    <nav aria-label="Administration" className="tabs">
      {places.map(({ to, name }) => (
        <Link key={to} to={to} className="tab" aria-current={isHere(to) ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
