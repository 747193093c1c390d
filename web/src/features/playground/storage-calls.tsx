import type { Storage } from '@bedplate/contract';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { CopyText } from '../../components/copy-text.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { Panel } from '../../components/panel.tsx';
import { IfMay } from '../../lib/may.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/calls.ts';
import { methodOf, type Operation, operations, pathOf } from './operations.ts';
import { useOwnStorages } from '../endpoints/endpoint-queries.ts';

/** Every call of each storage that the search finds, with its address below the host and a way to try it. */
export function StorageCalls({ projectId, search }: { projectId: string; search: string }) {
  const term = search.trim().toLowerCase();
  const found = (useOwnStorages().data ?? []).filter(
    (storage) => storage.projectId === projectId && `${storage.storageName} ${storage.storageKey}`.toLowerCase().includes(term),
  );
  if (found.length === 0) return null;
  return (
    <Panel title={t('calls.title')} about={t('calls.about')}>
      <Box sx={{ maxHeight: 480, overflowY: 'auto', mx: -2, px: 2 }}>
        {found.map((storage) => (
          <CallsOfStorage key={storage.id} storage={storage} isOpen={found.length === 1} />
        ))}
      </Box>
    </Panel>
  );
}

function CallsOfStorage({ storage, isOpen }: { storage: Storage; isOpen: boolean }) {
  return (
    <Box component="details" open={isOpen} sx={storageStyle}>
      <Box component="summary">
        <Typography component="span" sx={{ fontWeight: 550, minWidth: 0 }}>
          <OwnText>{storage.storageName}</OwnText>
        </Typography>
        <ExpandMore fontSize="small" />
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, pb: 2, listStyle: 'none' }}>
        {operations.map((operation) => (
          <Call key={operation} storage={storage} operation={operation} />
        ))}
      </Box>
    </Box>
  );
}

function Call({ storage: { id, projectId, storageKey }, operation }: { storage: Storage; operation: Operation }) {
  const name = t(`calls.${operation}`);
  const address = decodeURI(pathOf({ operation, storageKey, storageId: id, recordId: '', query: '', body: '', fieldName: 'photo' }));
  return (
    <Box component="li" sx={callStyle}>
      <Chip size="small" variant="outlined" label={methodOf[operation]} sx={{ gridArea: 'method', justifySelf: 'start' }} />
      <Typography sx={{ gridArea: 'name' }}>{name}</Typography>
      <Box sx={{ gridArea: 'address', minWidth: 0 }}>
        <CopyText text={address} label={t('calls.copy', { call: name })} />
      </Box>
      <IfMay to="sandbox">
        <Button
          size="small"
          component={RouterLink}
          to={paths.sandbox(projectId, { storage: id, call: operation })}
          aria-label={t('calls.tryNamed', { call: name })}
          sx={{ gridArea: 'try' }}
        >
          {t('calls.try')}
        </Button>
      </IfMay>
    </Box>
  );
}

const storageStyle = {
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
  '& summary': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: 40, py: 1, cursor: 'pointer' },
  '& summary::-webkit-details-marker': { display: 'none' },
  '&[open] summary svg': { transform: 'rotate(180deg)' },
} as const;

/** In one line; on a phone the address has a line of its own. */
const callStyle = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 3,
  minHeight: 40,
  gridTemplateColumns: { xs: '72px minmax(0, 1fr) auto', md: '72px 160px minmax(0, 1fr) auto' },
  gridTemplateAreas: { xs: '"method name try" "address address address"', md: '"method name address try"' },
} as const;
