import type { Storage } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { messageOf } from '../../lib/api/api-error.ts';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/start.ts';
import { useAddNamedKey } from '../keys/named-key-queries.ts';

interface AppKeyProps {
  projectId: string;
  storage: Storage;
  made: boolean;
  onMade: (apiKey: string) => void;
}

/** On one press a key that reads and creates in one storage: what a first app needs, and no more. */
export function AppKey({ projectId, storage, made, onMade }: AppKeyProps) {
  const add = useAddNamedKey();
  const name = storage.storageName;
  const make = () =>
    add.mutate(
      { name: t('start.keyName', { name }), projectId, storages: [storage.id], verbs: ['read', 'create'] },
      { onSuccess: ({ data }) => onMade(data.apiKey) },
    );
  if (made) return <Typography color="textSecondary">{t('start.keyMade', { name })}</Typography>;
  return (
    <>
      {add.error && <Alert severity="error">{messageOf(add.error)}</Alert>}
      <Writes>
        <Button variant="contained" loading={add.isPending} onClick={make}>
          {t('start.makeKey')}
        </Button>
      </Writes>
    </>
  );
}
