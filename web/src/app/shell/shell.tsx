import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useParams } from 'react-router-dom';
import { shellSizes } from '../../lib/theme/tokens.ts';
import { WordMark } from '../../components/brand.tsx';
import { useAfterPaint } from '../../lib/after-paint.ts';
import { useKeptToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { t } from '../../texts/index.ts';
import { useWishedPlan } from '../../features/billing/use-wished-plan.ts';
import { MaintenanceBanner } from '../../features/maintenance/maintenance-banner.tsx';
import { ProjectOrGone } from '../../features/projects/project-or-gone.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { ViewingBanner } from './viewing-banner.tsx';

const LateParts = lazy(async () => ({ default: (await import('./late-parts.tsx')).LateParts }));

/**
 * The frame of every signed-in page: header, sidebar (a drawer below 900 px), breadcrumb, content.
 */
export function Shell() {
  const { id = null } = useParams();
  const [open, toggle] = useSidebarOpen();
  const drawer = useDrawer();
  const hasDrawer = useOpened(drawer.open);
  const painted = useAfterPaint();
  const content = useContentFocus();
  useWishedPlan();
  useKeptToast();
  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipLink />
      <ViewingBanner />
      <MaintenanceBanner />
      <Header projectId={id} onMenu={drawer.show} />
      <Box sx={{ display: 'flex' }}>
        <Box
          component="aside"
          sx={{
            display: { xs: 'none', md: 'block' },
            position: 'sticky',
            top: shellSizes.header,
            height: `calc(100dvh - ${shellSizes.header}px)`,
            width: open ? shellSizes.sidebar : shellSizes.collapsed,
            flex: 'none',
            borderRight: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            transition: 'width 150ms ease',
          }}
        >
          <Sidebar projectId={id} open={open} onToggle={toggle} />
        </Box>
        {hasDrawer && (
          <Drawer
            open={drawer.open}
            onClose={drawer.hide}
            slotProps={{ paper: { sx: { width: 264 }, 'aria-label': t('menu'), role: 'dialog' } }}
          >
            <Box
              sx={{
                px: 5,
                height: shellSizes.header,
                display: 'flex',
                alignItems: 'center',
                flex: 'none',
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <WordMark beta />
            </Box>
            <Sidebar projectId={id} open onNavigate={drawer.hide} />
          </Drawer>
        )}
        <Box
          component="main"
          id="content"
          ref={content}
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, px: { xs: 4, sm: 6 }, pt: 4, pb: 12, outline: 'none' }}
        >
          <Box sx={{ maxWidth: shellSizes.content, mx: 'auto' }}>
            <Breadcrumb projectId={id} />
            <ProjectOrGone projectId={id}>
              <Outlet />
            </ProjectOrGone>
          </Box>
        </Box>
      </Box>
      {painted && (
        <Suspense>
          <LateParts />
        </Suspense>
      )}
    </Box>
  );
}

/**
 * Moves the focus to the next page when the focused element was removed with its page or with the
 * palette, so that keyboard work continues there.
 */
function useContentFocus() {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

/** The drawer belongs to one address: going elsewhere closes it. */
function useDrawer() {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return { open: openAt === pathname, show: () => setOpenAt(pathname), hide: () => setOpenAt(null) };
}

function SkipLink() {
  return (
    <Box
      component="a"
      href="#content"
      sx={{
        position: 'absolute',
        left: -9999,
        zIndex: 'tooltip',
        p: 3,
        bgcolor: 'background.paper',
        color: 'primary.main',
        '&:focus': { left: 8, top: 8 },
      }}
    >
      {t('skipToContent')}
    </Box>
  );
}

const sidebarKey = 'sidebarOpen';

/** Keeps in local storage whether the sidebar is wide. */
function useSidebarOpen(): [boolean, () => void] {
  const [open, setOpen] = useState(() => localStorage.getItem(sidebarKey) !== 'false');
  const toggle = () => {
    localStorage.setItem(sidebarKey, String(!open));
    setOpen(!open);
  };
  return [open, toggle];
}
