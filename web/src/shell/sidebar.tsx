import type { Self } from '@swath/client';
import { type ComponentType, useEffect, useRef } from 'react';
import { Link } from '../router/link.tsx';
import { usePath } from '../router/location.ts';
import { Brand } from '../ui/brand.tsx';
import { BellIcon, BoxIcon, ChartIcon, CodeIcon, GridIcon, HomeIcon, MapIcon, PeopleIcon } from '../ui/icons.tsx';
import { ProfileMenu } from './profile-menu.tsx';

type SidebarProps = { readonly user: Self; readonly onSignOut: () => void };

type Entry = {
  readonly to: string;
  readonly name: string;
  readonly icon: ComponentType;
  /** Another page that belongs to it. */
  readonly alsoAt?: string;
  /** Absent where everybody may. */
  readonly permission?: string;
};

const entries: readonly Entry[] = [
  { to: '/app', name: 'Home', icon: HomeIcon },
  { to: '/app/explore', name: 'Explore', icon: MapIcon, permission: 'search' },
  { to: '/app/selects', alsoAt: '/app/select', name: 'Selects', icon: GridIcon, permission: 'select' },
  { to: '/app/orders', alsoAt: '/app/order', name: 'Orders', icon: BoxIcon, permission: 'order' },
  { to: '/app/saved-searches', name: 'Saved searches', icon: BellIcon, permission: 'search' },
  { to: '/app/usage', name: 'Usage', icon: ChartIcon, permission: 'usage' },
  { to: '/app/reference', name: 'API', icon: CodeIcon },
  { to: '/app/admin', name: 'Administration', icon: PeopleIcon, permission: 'admin' },
];

export function Sidebar({ user, onSignOut }: SidebarProps) {
  const path = usePath();
  const bar = useRef<HTMLElement>(null);
  const mayUse = ({ permission }: Entry) => permission === undefined || user.permissions.includes(permission);
  const isHere = ({ to, alsoAt }: Entry) =>
    to === '/app' ? path === '/' || path === to : path === to || path === alsoAt || path.startsWith(`${to}/`);

  // On a phone the bar scrolls sideways, and the page that is open may be at its far end.
  useEffect(() => {
    const [frame, here] = [bar.current, bar.current?.querySelector<HTMLElement>('[aria-current]')];
    if (frame && here)
      frame.scrollLeft = here.offsetLeft - frame.offsetLeft - (frame.clientWidth - here.offsetWidth) / 2;
  }, [path]);

  return (
    <header className="sidebar">
      <Brand />
      <nav ref={bar} aria-label="Main" className="sidebar-nav">
        {entries.filter(mayUse).map((entry) => (
          <Link key={entry.to} to={entry.to} className="nav-link" aria-current={isHere(entry) ? 'page' : undefined}>
            <entry.icon />
            {entry.name}
          </Link>
        ))}
      </nav>
      <ProfileMenu user={user} onSignOut={onSignOut} />
    </header>
  );
}
