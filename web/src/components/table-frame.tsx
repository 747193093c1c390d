import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TableContainer from '@mui/material/TableContainer';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { usePhone } from '../lib/use-phone.ts';

/**
 * Row actions stay in view where there is room beside them; copy buttons wait for their row's
 * hover, where there is a pointer that hovers.
 */
const frame = (endsInActions: boolean) => ({
  position: 'relative',
  ...(endsInActions && { '@media (min-width: 600px)': { '& tr > :last-child': { position: 'sticky', right: 0 } } }),
  '& tr > :last-child': { backgroundColor: 'background.paper' },
  '& thead tr > :last-child': { backgroundColor: 'background.default' },
  '@media (hover: hover)': { '& tbody tr:not(:hover) .copy-button:not(:focus-visible)': { opacity: 0 } },
});

interface TableFrameProps {
  footer: ReactNode;
  /** Whether the last column has actions and stays in view; a column of text would cover the one before it. */
  endsInActions?: boolean;
  children: ReactNode;
}

/** A table with its footer in one card; a wide table scrolls inside, never the page. On a phone each row is a card of its own. */
export function TableFrame(props: TableFrameProps) {
  if (!usePhone()) return <OneCard {...props} />;
  return (
    <Box sx={{ position: 'relative', minWidth: 0 }}>
      {props.children}
      {props.footer}
    </Box>
  );
}

function OneCard({ footer, endsInActions = true, children }: TableFrameProps) {
  const [ref, scrolls] = useScrolls<HTMLDivElement>();
  return (
    <Card sx={{ minWidth: 0 }}>
      <TableContainer ref={ref} tabIndex={scrolls ? 0 : -1} sx={frame(endsInActions)}>
        {children}
      </TableContainer>
      {footer}
    </Card>
  );
}

/**
 * @returns a ref for a box and whether its content is wider than it: what scrolls has to be
 * reachable by keyboard
 */
function useScrolls<T extends HTMLElement>(): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const watcher = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth));
    watcher.observe(box);
    if (box.firstElementChild) watcher.observe(box.firstElementChild);
    return () => watcher.disconnect();
  }, []);
  return [ref, scrolls];
}
