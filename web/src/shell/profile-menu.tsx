import type { Self } from '@swath/client';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { navigate } from '../router/location.ts';
import { HookIcon, KeyIcon, LeaveIcon, LockIcon } from '../ui/icons.tsx';
import { initialsOf } from './initials.ts';

type ProfileMenuProps = { readonly user: Self; readonly onSignOut: () => void };

export function ProfileMenu({ user, onSignOut }: ProfileMenuProps) {
  const name = user.name || user.email;
  return (
    <MenuTrigger>
      <Button className="profile-button" aria-label={`Profile menu, ${name}`}>
        <span className="initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="profile-name" aria-hidden="true">
          {name}
        </span>
      </Button>
      <Popover placement="top start" className="menu-popover">
        <p className="menu-head">{user.email}</p>
        <Menu className="menu" aria-label="Profile">
          <MenuItem className="menu-item" textValue="API Key" onAction={() => navigate('/app/api-key')}>
            <KeyIcon />
            API Key
          </MenuItem>
          <MenuItem className="menu-item" textValue="Webhooks" onAction={() => navigate('/app/webhooks')}>
            <HookIcon />
            Webhooks
          </MenuItem>
          <MenuItem className="menu-item" textValue="Change password" onAction={() => navigate('/app/password')}>
            <LockIcon />
            Change password
          </MenuItem>
          <MenuItem className="menu-item" textValue="Sign out" onAction={onSignOut}>
            <LeaveIcon />
            Sign out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
