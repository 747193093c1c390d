import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { lazy, Suspense, useId, useState } from 'react';
import { useOpened } from '../../../lib/use-opened.ts';
import { t } from '../../../texts/index.ts';

const ColumnsPanel = lazy(async () => ({ default: (await import('./columns-panel.tsx')).ColumnsPanel }));

/** Opens the choice of columns. @param names in the order of the server */
export function ColumnsButton({ names }: { names: readonly string[] }) {
  const titleId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('records.columns')}
      </Button>
      {opened && (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 400, maxWidth: '92vw', maxHeight: '60vh', p: 4 } },
          }}
        >
          <Suspense>
            <ColumnsPanel names={names} titleId={titleId} />
          </Suspense>
        </Popover>
      )}
    </>
  );
}
