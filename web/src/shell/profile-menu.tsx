import type { Self } from '@swath/client';
import { type ComponentType, type KeyboardEvent, useId, useRef, useState } from 'react';
import { navigate } from '../router/location.ts';
import { HookIcon, KeyIcon, LeaveIcon, LockIcon } from '../ui/icons.tsx';
import { initialsOf } from './initials.ts';
import { itemAfter } from './menu-keys.ts';

type ProfileMenuProps = { readonly user: Self; readonly onSignOut: () => void };
type Entry = { readonly name: string; readonly icon: ComponentType; readonly act: () => void };

const entries: readonly Entry[] = [
  { name: 'API Key', icon: KeyIcon, act: () => navigate('/app/api-key') },
  { name: 'Webhooks', icon: HookIcon, act: () => navigate('/app/webhooks') },
  { name: 'Change password', icon: LockIcon, act: () => navigate('/app/password') },
];

/** The browser's own popover: Escape and a press beside it close it, and the focus goes back to the button. */
export function ProfileMenu({ user, onSignOut }: ProfileMenuProps) {
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const name = user.name || user.email;

  function openByArrow(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    popover.current?.showPopover();
  }

  function choose(act: () => void): void {
    popover.current?.hidePopover();
    act();
  }

  return (
    <>
      <button
        type="button"
        className="profile-button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`Profile menu, ${name}`}
        onKeyDown={openByArrow}
      >
        <span className="initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="profile-name" dir="auto" aria-hidden="true">
          {name}
        </span>
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="menu-popover"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        <p className="menu-head">{user.email}</p>
        <div
          role="menu"
          aria-label="Profile"
          className="menu"
          tabIndex={-1}
          onKeyDown={(event) => moveFocus(event, popover.current)}
        >
          {[...entries, { name: 'Sign out', icon: LeaveIcon, act: onSignOut }].map((entry, at) => (
            <button
              key={entry.name}
              ref={at === 0 ? takeFocus : undefined}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              onClick={() => choose(entry.act)}
            >
              <entry.icon />
              {entry.name}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

/** The attribute and not React's property: the popover focuses it whenever it opens, the page does not when it loads. */
const takeFocus = (item: HTMLElement | null): void => item?.setAttribute('autofocus', '');

function moveFocus(event: KeyboardEvent<HTMLElement>, popover: HTMLElement | null): void {
  // The focus goes back to the button, and from there on with the Tab key.
  if (event.key === 'Tab') popover?.hidePopover();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const next = itemAfter(
    items.map(({ textContent }) => textContent),
    items.findIndex((item) => item === document.activeElement),
    event.key,
  );
  if (next === null) return;
  event.preventDefault();
  items[next]?.focus();
}
