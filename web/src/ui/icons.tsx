import type { ReactNode } from 'react';

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const CopyIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M3.5 10.5h-1v-8h8v1" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="m3 8.5 3.5 3.5L13 4.5" />
  </Icon>
);

export const TrashIcon = () => (
  <Icon>
    <path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.8 7v4M9.2 7v4" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M8 3v10M3 8h10" />
  </Icon>
);

export const HomeIcon = () => (
  <Icon>
    <path d="m2.5 7.5 5.5-5 5.5 5M4 6.5v7h3v-4h2v4h3v-7" />
  </Icon>
);

export const BoxIcon = () => (
  <Icon>
    <path d="M2.5 5 8 2.5 13.5 5v6L8 13.5 2.5 11zM2.5 5 8 7.5 13.5 5M8 7.5v6" />
  </Icon>
);

export const ChartIcon = () => (
  <Icon>
    <path d="M2.5 13.5h11M4.5 11V8M8 11V4M11.5 11V6" />
  </Icon>
);

export const CodeIcon = () => (
  <Icon>
    <path d="M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5M9 3.5l-2 9" />
  </Icon>
);

export const PeopleIcon = () => (
  <Icon>
    <circle cx="6" cy="5" r="2.5" />
    <path d="M1.5 13.5a4.5 4.5 0 0 1 9 0M10.5 3a2.5 2.5 0 0 1 0 4.5M12 9.5a4.5 4.5 0 0 1 2.5 4" />
  </Icon>
);

export const HookIcon = () => (
  <Icon>
    <path d="M8 2.5v6M8 8.5a3 3 0 1 1-3 3M6 4.5l2-2 2 2" />
  </Icon>
);

export const KeyIcon = () => (
  <Icon>
    <circle cx="5" cy="11" r="2.5" />
    <path d="m7 9 6-6M10.5 5.5 12 7M12.5 3.5 14 5" />
  </Icon>
);

export const LockIcon = () => (
  <Icon>
    <rect x="3" y="7" width="10" height="6.5" rx="1.5" />
    <path d="M5 7V5a3 3 0 0 1 6 0v2" />
  </Icon>
);

export const LeaveIcon = () => (
  <Icon>
    <path d="M9.5 2.5h-6v11h6M7 8h7M11.5 5.5 14 8l-2.5 2.5" />
  </Icon>
);

export const MapIcon = () => (
  <Icon>
    <path d="m2.5 4 3.7-1.5 3.6 1.5 3.7-1.5V12l-3.7 1.5L6.2 12l-3.7 1.5zM6.2 2.5V12M9.8 4v9.5" />
  </Icon>
);

export const GridIcon = () => (
  <Icon>
    <path d="M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v11M2.5 6.2h11M2.5 9.8h11" />
  </Icon>
);

export const BellIcon = () => (
  <Icon>
    <path d="M8 2.5a3.5 3.5 0 0 0-3.5 3.5c0 3.5-1.5 4.5-1.5 5.5h10c0-1-1.5-2-1.5-5.5A3.5 3.5 0 0 0 8 2.5zM6.7 13.5h2.6" />
  </Icon>
);
