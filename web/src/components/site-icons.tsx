import type { ReactNode } from 'react';

/** Icons of the public site, 20 px, in the text's colour. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const CheckIcon = () => (
  <Icon>
    <path d="m4 10.5 4 4 8-9" />
  </Icon>
);
export const CopyIcon = () => (
  <Icon>
    <rect x="7" y="7" width="9" height="9" rx="2" />
    <path d="M13 4H6a2 2 0 0 0-2 2v7" />
  </Icon>
);
export const MenuIcon = ({ open }: { open: boolean }) => (
  <Icon>{open ? <path d="m5 5 10 10M15 5 5 15" /> : <path d="M3 6h14M3 10h14M3 14h14" />}</Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="3.2" />
    <path d="M10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M15.3 4.7l-1.1 1.1M5.8 14.2l-1.1 1.1" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon>
    <path d="M16.5 11.8A6.8 6.8 0 0 1 8.2 3.5a6.8 6.8 0 1 0 8.3 8.3Z" />
  </Icon>
);
export const PlayIcon = () => (
  <Icon>
    <path d="M6.5 4.5v11l9-5.5Z" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon>
    <path d="M7 5v10M13 5v10" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5" />
    <path d="m13 13 4 4" />
  </Icon>
);
