import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { createContext, type ReactNode, use } from 'react';
import { Link as RouterLink } from 'react-router-dom';

/** Whether the children are in a sheet of actions, where each has a line with its words. */
export const InSheet = createContext(false);

interface RowActionProps {
  /** In a sheet of actions and, without an icon, in a row. */
  text: string;
  /** Tells the button from those of other rows. */
  name: string;
  /** Of the button in a row. */
  icon: ReactNode;
  hint?: string;
  busy?: boolean;
  onClick: () => void;
}

/** A button of a row: its icon in a table, its words in a sheet. */
export function RowAction({ text, name, icon, hint = name, busy = false, onClick }: RowActionProps) {
  const isInSheet = use(InSheet);
  if (isInSheet)
    return (
      <Button color="inherit" startIcon={icon} aria-label={name} loading={busy} loadingPosition="start" onClick={onClick}>
        {text}
      </Button>
    );
  return (
    <Tooltip title={hint}>
      <IconButton size="small" aria-label={name} loading={busy} onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}

/** A link of a row: a line of its own in a sheet. */
export function RowLink({ text, name, to }: { text: string; name: string; to: string }) {
  const isInSheet = use(InSheet);
  if (isInSheet)
    return (
      <Button component={RouterLink} to={to} color="inherit" aria-label={name}>
        {text}
      </Button>
    );
  return (
    <Link component={RouterLink} to={to} aria-label={name}>
      {text}
    </Link>
  );
}
