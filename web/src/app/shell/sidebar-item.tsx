import type { SvgIconComponent } from '@mui/icons-material';
import Tooltip from '@mui/material/Tooltip';
import type { AriaAttributes, ElementType } from 'react';

interface SidebarItemProps extends Pick<AriaAttributes, 'aria-expanded'> {
  label: string;
  icon: SvgIconComponent;
  /** False shows only the icon, with the label as its tooltip. */
  open: boolean;
  component: ElementType;
  to?: string;
  onClick?: (() => void) | undefined;
}

/**
 * A row of the sidebar: a link, or a button. The current page's row is marked by NavLink's
 * `aria-current`.
 */
export function SidebarItem({ label, icon: Icon, open, component: Row, ...rest }: SidebarItemProps) {
  const isButton = Row === 'button';
  const row = (
    <Row {...rest} {...(isButton && { type: 'button' })} className="sidebar-item" aria-label={open ? undefined : label}>
      <Icon fontSize="inherit" />
      {open && label}
    </Row>
  );
  // A tooltip is as much to draw as its row. A button, which may be the one that opens and closes
  // the sidebar, keeps its place and focus.
  if (open && !isButton) return row;
  return (
    <Tooltip title={open ? '' : label} placement="right">
      {row}
    </Tooltip>
  );
}

/** For the element around the rows: one style instead of one for each. */
export const sidebarItemStyle = {
  '& .sidebar-item': {
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    height: 36,
    flex: 'none',
    px: 2.5,
    border: 0,
    borderRadius: 1,
    bgcolor: 'transparent',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    typography: 'body1',
    fontWeight: 500,
    color: 'text.secondary',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
    '&[aria-current=page]': { bgcolor: 'action.selected', color: 'text.primary', fontWeight: 600 },
    '& svg': { fontSize: 20 },
    '&[aria-current=page] svg': { color: 'primary.main' },
  },
};
