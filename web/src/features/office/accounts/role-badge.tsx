import type { Role } from '@bedplate/contract';
import Chip from '@mui/material/Chip';
import { roleName } from '../../../texts/index.ts';

/** Colours of the roles, by which staff know them at a glance: red, yellow, blue, orange, green. */
const colours: Record<Role, { name: string; background: string; text: string }> = {
  superadmin: { name: 'red', background: '#c62828', text: '#ffffff' },
  admin: { name: 'yellow', background: '#fdd835', text: '#1b1b1b' },
  manager: { name: 'blue', background: '#1565c0', text: '#ffffff' },
  developer: { name: 'orange', background: '#ef6c00', text: '#1b1b1b' },
  user: { name: 'green', background: '#2e7d32', text: '#ffffff' },
};

export function RoleBadge({ role }: { role: string }) {
  const known = role in colours ? (role as Role) : null; // checked by the table itself
  if (!known) return <Chip size="small" label={role} />;
  const { name, background, text } = colours[known];
  return <Chip size="small" data-colour={name} label={roleName(known)} sx={{ bgcolor: background, color: text }} />;
}
