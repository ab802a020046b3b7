import type { Self } from '@swath/client';
import { Link } from '../router/link.tsx';
import { usePath } from '../router/location.ts';
import { Brand } from '../ui/brand.tsx';
import { HomeIcon } from '../ui/icons.tsx';
import { ProfileMenu } from './profile-menu.tsx';

type SidebarProps = { readonly user: Self; readonly onSignOut: () => void };

export function Sidebar({ user, onSignOut }: SidebarProps) {
  const path = usePath();
  const isHome = path === '/' || path === '/app';
  return (
    <header className="sidebar">
      <Brand />
      <nav aria-label="Main" className="sidebar-nav">
        <Link to="/app" className="nav-link" aria-current={isHome ? 'page' : undefined}>
          <HomeIcon />
          Home
        </Link>
      </nav>
      <ProfileMenu user={user} onSignOut={onSignOut} />
    </header>
  );
}
