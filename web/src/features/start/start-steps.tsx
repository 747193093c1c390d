import type { Storage } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { lazy, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { CodeFrame } from '../../components/code-frame.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { LiveDot } from '../../components/live-dot.tsx';
import { openDialog } from '../../components/page-dialogs.tsx';
import { Panel } from '../../components/panel.tsx';
import type { LiveState } from '../../lib/live/live-registry.ts';
import type { LatestRecord } from '../../lib/live/use-latest-records.ts';
import { IfMay, useMay } from '../../lib/may.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/start.ts';
import { AppKey } from './app-key.tsx';
import { FirstCall } from './first-call.tsx';
import { NextGuides } from './next-guides.tsx';
import { StartStep } from './start-step.tsx';
import { useEarlierKey } from './use-earlier-key.ts';

const CreateStorageDialog = lazy(async () => ({
  default: (await import('../storages/create-storage-dialog.tsx')).CreateStorageDialog,
}));

interface StartStepsProps {
  projectId: string;
  /** The one that the first record goes into; null while the project has none. */
  storage: Storage | null;
  record: LatestRecord | null;
  /** How LiveSync stands, by which the record comes. */
  live: LiveState;
  onHide: () => void;
}

/** Steps that tick themselves; the key that is made here is in the call below it and nowhere else. */
export function StartSteps({ projectId, storage, record, live, onHide }: StartStepsProps) {
  const makesKeys = useMay()('keys.read');
  const [apiKey, setApiKey] = useState<string | null>(null);
  const earlier = useEarlierKey(projectId, storage, makesKeys);
  const hasKey = apiKey !== null || (earlier !== null && earlier !== 'unknown');
  return (
    <Panel
      title={t('start.title')}
      about={t('start.about')}
      action={
        <Button size="small" sx={{ mx: -2.5 }} onClick={onHide}>
          {t('start.hide')}
        </Button>
      }
    >
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <StartStep number={1} isDone={storage !== null} title={t('start.storage')}>
          {storage ? (
            <StorageLink projectId={projectId} storage={storage} />
          ) : (
            <IfMay to="storages.write">
              <Button
                variant="contained"
                onClick={() => openDialog((onClose) => <CreateStorageDialog projectId={projectId} onClose={onClose} />)}
              >
                {t('storages.add')}
              </Button>
            </IfMay>
          )}
        </StartStep>
        {makesKeys && (
          <StartStep number={2} isDone={hasKey} title={t('start.key')}>
            {storage && <AppKey projectId={projectId} storage={storage} made={apiKey !== null} earlier={earlier} onMade={setApiKey} />}
          </StartStep>
        )}
        <StartStep number={makesKeys ? 3 : 2} isDone={record !== null} title={t('start.record')}>
          {storage && <FirstCall projectId={projectId} storage={storage} apiKey={apiKey} />}
        </StartStep>
        <StartStep
          number={makesKeys ? 4 : 3}
          isDone={record !== null}
          title={t('start.live')}
          mark={storage && !record && <LiveDot state={live} />}
        >
          <Box component="output" sx={{ display: 'grid', gap: 3 }}>
            {record ? (
              <>
                <CodeFrame text={JSON.stringify(record.fields)} copyLabel={t('start.copyRecord')} maxHeight={200}>
                  <JsonText json={JSON.stringify(record.fields)} />
                </CodeFrame>
                {storage && <StorageLink projectId={projectId} storage={storage} />}
                <NextGuides />
              </>
            ) : (
              <Typography color="textSecondary">{t(storage ? 'start.waiting' : 'start.later')}</Typography>
            )}
          </Box>
        </StartStep>
      </Box>
    </Panel>
  );
}

function StorageLink({ projectId, storage }: { projectId: string; storage: Storage }) {
  return (
    <Link component={RouterLink} to={paths.dataView(projectId, storage.id)} sx={{ justifySelf: 'start' }}>
      {t('start.open', { name: storage.storageName })}
    </Link>
  );
}
