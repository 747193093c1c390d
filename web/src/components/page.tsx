import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** Beside the title: a live dot, a chip. */
  mark?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
  children: ReactNode;
}

/** A console page: title, one line below it, the primary action at the right, then the content. */
export function Page({ title, subtitle, mark, action, children }: PageProps) {
  usePageTitle(title);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', flexWrap: 'wrap', gap: 3 }}>
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
            <Typography variant="h1" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {mark}
          </Box>
          {subtitle && (
            <Typography color="textSecondary" sx={{ mt: 1 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {action}
      </Box>
      {children}
    </Box>
  );
}

/** Names the browser's tab while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Bedplate`;
    return () => {
      document.title = 'Bedplate';
    };
  }, [title]);
}
