import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  about?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A titled card; a region that assistive technology can jump to. */
export function Panel({ title, about, action, children }: PanelProps) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 5, minWidth: 0 }}>
      <Box sx={headStyle}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Typography variant="h3" component="h2" id={titleId}>
            {title}
          </Typography>
          {about && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, maxWidth: 560 }}>
              {about}
            </Typography>
          )}
        </Box>
        {action}
      </Box>
      {children}
    </Card>
  );
}

/** Panels below each other, from wide screens on two side by side; the last one of an odd number is as wide as both. */
export function PanelGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
        '& > section + section:last-child:nth-of-type(odd)': { gridColumn: '1 / -1' },
      }}
    >
      {children}
    </Box>
  );
}

/** A wide action moves below on a phone. */
const headStyle = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 3,
  mb: 4,
  '&:last-child': { mb: 0 },
};
