import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { menuFor } from '../../lib/navigation/menu.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { t } from '../../texts/index.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The header's command button, with the keyboard shortcuts of the whole console. */
export function PaletteRoot({ projectId }: { projectId: string | null }) {
  const { role } = useSignedIn();
  const navigate = useNavigate();
  const [shown, show] = useState<'palette' | 'sheet' | null>(null);
  useShortcuts({
    palette: () => show('palette'),
    sheet: () => show('sheet'),
    page: (name) => {
      if (projectId === null) return;
      const path = `${paths.project(projectId)}/${name}`;
      if (menuFor(role, projectId).some((entry) => entry.path === path)) void navigate(path);
    },
  });
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        size="small"
        aria-label={t('palette.open')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => show('palette')}
        sx={{ color: 'text.secondary', minWidth: 36, px: { xs: 1, md: 2.5 }, gap: 2 }}
      >
        <Search sx={{ fontSize: 18 }} />
        <Box component="span" sx={{ display: { xs: 'none', lg: 'inline' } }}>
          {t('palette.short')}
        </Box>
        <Box component="kbd" sx={{ display: { xs: 'none', lg: 'inline' }, typography: 'caption', color: 'text.disabled' }}>
          {isApple ? '⌘K' : 'Ctrl K'}
        </Box>
      </Button>
      {shown && (
        <Suspense>
          <Palette shown={shown} projectId={projectId} onShow={show} />
        </Suspense>
      )}
    </>
  );
}
