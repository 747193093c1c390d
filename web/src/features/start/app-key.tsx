import type { Storage } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { Refusal } from '../../components/form/refusal.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/start.ts';
import { useAddNamedKey } from '../keys/named-key-queries.ts';
import type { EarlierKey } from './use-earlier-key.ts';

interface AppKeyProps {
  projectId: string;
  storage: Storage;
  /** A key was made on this page, which shows it. */
  made: boolean;
  earlier: EarlierKey;
  onMade: (apiKey: string) => void;
}

/** On one press a key that reads and creates in one storage: what a first app needs, and no more. */
export function AppKey({ projectId, storage, made, earlier, onMade }: AppKeyProps) {
  const add = useAddNamedKey();
  const name = storage.storageName;
  const make = () =>
    add.mutate(
      { name: t('start.keyName', { name }), projectId, storages: [storage.id], verbs: ['read', 'create'] },
      { onSuccess: ({ data }) => onMade(data.apiKey) },
    );
  if (made) return <Typography color="textSecondary">{t('start.keyMade', { name })}</Typography>;
  if (earlier === 'unknown') return <Skeleton variant="rounded" width={112} height={32} />;
  return (
    <>
      {earlier && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('start.keyThere', { key: earlier.name, ending: earlier.ending, name })}{' '}
          <Link component={RouterLink} to={paths.keys(projectId)}>
            {t('menu.keys')}
          </Link>
        </Typography>
      )}
      {add.error && <Refusal error={add.error} />}
      {!earlier && <Typography color="textSecondary">{t('start.makeKeyHelp')}</Typography>}
      <Writes>
        <Button variant={earlier ? 'outlined' : 'contained'} loading={add.isPending} onClick={make}>
          {t(earlier ? 'start.makeAnotherKey' : 'start.makeKey')}
        </Button>
      </Writes>
    </>
  );
}
