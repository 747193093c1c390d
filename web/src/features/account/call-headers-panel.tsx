import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { CopyText } from '../../components/copy-text.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { KeyRow } from '../../components/key-row.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { useMay } from '../../lib/may.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/reach.ts';
import { useAccount } from './account-queries.ts';

/** The three headers of a call from a server, for who may see the account's pair; the project's id for all. */
export function CallHeadersPanel({ projectId }: { projectId: string }) {
  const seesPair = useMay()('keys.read');
  return (
    <Panel title={t('reach.pair')} about={t(seesPair ? 'reach.pairAbout' : 'reach.askAdmin')}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <FactList facts={[{ term: t('project.id'), value: <CopyText text={projectId} label={t('project.copyId')} /> }]} />
        {seesPair && <Pair />}
      </Box>
    </Panel>
  );
}

function Pair() {
  return (
    <Loaded from={useAccount()} waiting={<LoadingBlock height={140} />} failed={t('message.userFetchFailed')}>
      {({ apiKey, secretKey }) => (
        <>
          {apiKey && secretKey ? (
            <>
              <KeyRow name={t('keys.api')} value={apiKey} />
              <KeyRow name={t('keys.secret')} value={secretKey} />
            </>
          ) : (
            <Typography color="textSecondary">{t('keys.noneHelp')}</Typography>
          )}
          <Link component={RouterLink} to={paths.administration()} sx={{ justifySelf: 'start' }}>
            {t('reach.changePair')}
          </Link>
        </>
      )}
    </Loaded>
  );
}
