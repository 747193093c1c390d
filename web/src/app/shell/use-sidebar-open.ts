import { useState } from 'react';

const key = 'sidebarOpen';

/** Whether the sidebar is wide; kept in local storage. */
export function useSidebarOpen(): [boolean, () => void] {
  const [open, setOpen] = useState(() => localStorage.getItem(key) !== 'false');
  const toggle = () => {
    localStorage.setItem(key, String(!open));
    setOpen(!open);
  };
  return [open, toggle];
}
