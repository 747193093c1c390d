import type { SvgIconComponent } from '@mui/icons-material';
import ButtonBase, { type ButtonBaseProps } from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import type { ElementType } from 'react';

interface SidebarItemProps extends Omit<ButtonBaseProps, 'onClick'> {
  label: string;
  icon: SvgIconComponent;
  /** False shows the icon alone, with the label as its tooltip. */
  open: boolean;
  component: ElementType;
  to?: string;
  onClick?: (() => void) | undefined;
}

/** A row of the sidebar: a link, or a button. The current page's row is marked by NavLink's `aria-current`. */
export function SidebarItem({ label, icon: Icon, open, ...rest }: SidebarItemProps) {
  return (
    <Tooltip title={open ? '' : label} placement="right">
      <ButtonBase
        {...rest}
        aria-label={open ? undefined : label}
        sx={{
          justifyContent: 'flex-start',
          gap: 3,
          height: 36,
          flex: 'none',
          px: 2.5,
          borderRadius: 1,
          overflow: 'hidden',
          whiteSpace: 'nowrap',
          typography: 'body1',
          fontWeight: 500,
          color: 'text.secondary',
          '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
          '&[aria-current=page]': { bgcolor: 'action.selected', color: 'text.primary', fontWeight: 600 },
          '&[aria-current=page] svg': { color: 'primary.main' },
        }}
      >
        <Icon sx={{ fontSize: 20, flex: 'none' }} />
        {open && label}
      </ButtonBase>
    </Tooltip>
  );
}
