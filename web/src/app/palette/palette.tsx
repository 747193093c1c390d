import { can } from '@bedplate/contract';
import { useColorScheme } from '@mui/material/styles';
import { useNavigate } from 'react-router-dom';
import { useSignedIn } from '../../lib/session/session.ts';
import { useAllProjects } from '../../features/projects/project-queries.ts';
import { useLogout } from '../../features/account/use-logout.ts';
import { commandsFor } from './commands.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';

interface PaletteProps {
  shown: 'palette' | 'sheet';
  projectId: string | null;
  onShow: (what: 'palette' | 'sheet' | null) => void;
}

/** Loaded when it is first opened. */
export function Palette({ shown, projectId, onShow }: PaletteProps) {
  const { role } = useSignedIn();
  const { data: projects } = useAllProjects(can(role, 'projects.list'));
  const navigate = useNavigate();
  const logout = useLogout();
  const { mode, systemMode, setMode } = useColorScheme();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  const close = () => onShow(null);
  if (shown === 'sheet') return <ShortcutSheet onClose={close} />;
  const commands = commandsFor(
    { role, projectId, projects: projects ?? [] },
    {
      go: (path) => void navigate(path),
      toggleTheme: () => setMode(isDark ? 'light' : 'dark'),
      showShortcuts: () => onShow('sheet'),
      logout,
    },
  );
  return <PaletteDialog commands={commands} onClose={close} />;
}
