import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CodeFrame } from '../../components/code-frame.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { Panel } from '../../components/panel.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { t } from '../../texts/index.ts';
import type { SandboxAnswer } from './send-request.ts';
import type { Sandbox } from './use-sandbox.ts';

/** The last answer: its status, its message when it failed, its body pretty or raw. */
export function AnswerPanel({ sandbox: { answer, failure, refused, isBlocked, busy, sendThroughPlatform } }: { sandbox: Sandbox }) {
  return (
    <Panel title={t('sandbox.response')} action={answer && <StatusBadge {...answer} />}>
      <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
        {failure && (
          <Refusal error={refused}>
            {answer ? `${answer.status} ${answer.statusText}: ` : ''}
            {failure}
          </Refusal>
        )}
        {isBlocked && (
          <Alert
            severity="info"
            action={
              <SubmitButton
                type="button"
                size="small"
                variant="text"
                color="inherit"
                busy={busy}
                onClick={() => void sendThroughPlatform()}
              >
                {t('sandbox.sendThrough')}
              </SubmitButton>
            }
          >
            {t('sandbox.blocked')}
          </Alert>
        )}
        {answer ? <Body answer={answer} /> : !failure && <Typography color="textSecondary">{t('sandbox.noResponse')}</Typography>}
      </Box>
    </Panel>
  );
}

/** Green for 200, red for 404 and 500, none for others. */
function StatusBadge({ status, statusText, took }: SandboxAnswer) {
  const color = status === 200 ? 'success' : status === 404 || status === 500 ? 'error' : null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Typography variant="caption" color="textSecondary">
        {took} ms
      </Typography>
      {color && <Chip size="small" variant="outlined" color={color} label={`${status} | ${statusText}`} data-tone={color} />}
    </Box>
  );
}

function Body({ answer: { isJson, text } }: { answer: SandboxAnswer }) {
  const [tab, setTab] = useState<'pretty' | 'raw'>('pretty');
  return (
    <Box sx={{ minWidth: 0 }}>
      <Tabs
        value={tab}
        onChange={(_, next: 'pretty' | 'raw') => setTab(next)}
        aria-label={t('sandbox.response')}
        sx={{ minHeight: 36, mb: 2 }}
      >
        <Tab value="pretty" label={t('sandbox.pretty')} sx={{ minHeight: 36, py: 1 }} />
        <Tab value="raw" label={t('sandbox.raw')} sx={{ minHeight: 36, py: 1 }} />
      </Tabs>
      <CodeFrame text={text} copyLabel={t('sandbox.copyResponse')}>
        {tab === 'pretty' && isJson ? <JsonText json={text} /> : text}
      </CodeFrame>
    </Box>
  );
}
