import type { RequestLine, RequestNames } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { CopyText } from '../../components/copy-text.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { localDateTime } from '../../lib/time.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import { UndoButton } from '../undo/undo-button.tsx';
import { callerText, storageText } from './caller-text.ts';
import { asksText, planText } from './list-words.ts';
import { StatusChip } from './status-chip.tsx';

// Few calls are refused by rules, whose words are many.
const WhyPanel = lazy(async () => ({ default: (await import('../access-rules/why-panel.tsx')).WhyPanel }));

interface RequestDialogProps {
  projectId: string;
  line: RequestLine;
  names: RequestNames;
  onClose: () => void;
}

/** All that the log knows of one call, and the ways to those of the same key or trace. */
export function RequestDialog({ projectId, line, names, onClose }: RequestDialogProps) {
  const titleId = useId();
  const { key, trace } = line;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip status={line.status} />
        <Typography variant="mono" component="span" sx={{ overflowWrap: 'anywhere' }}>
          {line.method} {line.route}
        </Typography>
      </DialogTitle>
      <DialogContent>
        <FactList facts={factsOf(line, names)} />
        {line.rules && line.storageId && (
          <Suspense fallback={<LoadingBlock height={84} />}>
            <WhyPanel storage={{ projectId, storageId: line.storageId }} decision={line.rules} />
          </Suspense>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap', mt: 4 }}>
          {key !== null && (
            <Way to={paths.requests(projectId, { key })} onClick={onClose}>
              {t('requests.ofKey')}
            </Way>
          )}
          {changesRecords(line) && line.status < 300 && (
            <UndoButton projectId={projectId} of={{ request: line.id }} title={t('requests.undoTitle')} />
          )}
          {trace !== null && (
            <Way to={paths.requests(projectId, { trace })} onClick={onClose}>
              {t('requests.ofTrace')}
            </Way>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const changesRecords = ({ verb }: RequestLine) => verb !== 'read' && verb !== 'authenticate';

interface WayProps {
  to: string;
  onClick: () => void;
  children: ReactNode;
}

function Way({ to, onClick, children }: WayProps) {
  return (
    <Link component={RouterLink} to={to} onClick={onClick}>
      {children}
    </Link>
  );
}

/** Leaves out the rows that a call has no value for. */
function factsOf(line: RequestLine, names: RequestNames): { term: string; value: ReactNode }[] {
  const { id, at, verb, storageId, code, refusedBy, ms, reads, writes, deletes, credits, plan, asks, trace, network, n } = line;
  const facts: [string, ReactNode][] = [
    [t('requestId'), <CopyText key="id" text={id} label={t('copyRequestId')} wrapsAt={320} />],
    [t('requests.time'), localDateTime(at)],
    [t('requests.caller'), callerText(line, names)],
    [t('requests.verb'), t(`namedKeys.verb.${verb}`)],
    [t('requests.storage'), storageId && storageText(storageId, names)],
    [t('requests.code'), code],
    [t('requests.refusedBy'), refusedBy && t(`refusedBy.${refusedBy}`)],
    [t('requests.took'), localNumber(ms)],
    [t('requests.cost'), `${localNumber(reads)} / ${localNumber(writes)}`],
    [t('requests.deletes'), deletes > 0 && localNumber(deletes)],
    [t('requests.credits'), localNumber(credits)],
    [t('requests.plan'), plan && planText(plan)],
    [t('requests.asks'), asks && asksText(asks)],
    [t('requests.trace'), trace && <CopyText key="trace" text={trace} label={t('requests.copyTrace')} wrapsAt={320} />],
    [t('requests.network'), network],
    [t('requests.standsFor'), n > 1 && t('requests.standsForCalls', { n })],
  ];
  return facts.filter(([, value]) => value !== null && value !== false).map(([term, value]) => ({ term, value }));
}
