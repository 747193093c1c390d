import Bookmark from '@mui/icons-material/BookmarkBorder';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { lazy, Suspense, useId, useState } from 'react';
import { mayLeave } from '../../../lib/leaving.ts';
import { useOpened } from '../../../lib/use-opened.ts';
import { t } from '../../../texts/index.ts';

const ViewsPanel = lazy(async () => ({ default: (await import('./views-panel.tsx')).ViewsPanel }));

/** Opens the storage's saved views; they are read then. */
export function ViewsButton() {
  const titleId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Bookmark />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('records.views')}
      </Button>
      {opened && (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={() => void mayLeave().then((mayClose) => mayClose && close())}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 420, maxWidth: '92vw', maxHeight: '60vh', p: 4 } },
          }}
        >
          <Suspense>
            <ViewsPanel titleId={titleId} onDone={close} />
          </Suspense>
        </Popover>
      )}
    </>
  );
}
