import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Panel } from '../../components/panel.tsx';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { CountedFaultList } from './counted-fault-list.tsx';
import type { Repairs } from './fault-list.tsx';
import type { useSchemaCheck } from './schema-calls.ts';

interface CheckPanelProps {
  storage: StorageRef;
  check: ReturnType<typeof useSchemaCheck>;
  repairs: Repairs;
  isAsked: boolean;
  onAsk: () => void;
}

/** The rules of the schema that stored records break, counted when somebody asks: that reads many of them. */
export function CheckPanel({ storage, check, repairs, isAsked, onAsk }: CheckPanelProps) {
  return (
    <Panel
      title={t('fields.check')}
      about={t('fields.checkAbout')}
      action={
        <Button
          variant="outlined"
          color="inherit"
          disabled={check.isFetching}
          onClick={() => (isAsked ? void check.refetch() : onAsk())}
          sx={{ flexShrink: 0 }}
        >
          {t(isAsked ? 'fields.checkAgain' : 'fields.checkNow')}
        </Button>
      }
    >
      {isAsked && <CountedFaultList storage={storage} check={check} repairs={repairs} />}
      {!isAsked && <Typography color="textSecondary">{t('fields.checkNotYet')}</Typography>}
    </Panel>
  );
}
