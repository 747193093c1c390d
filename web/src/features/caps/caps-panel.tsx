import type { ProjectCapsState } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FactList, FactsToCome } from '../../components/fact-list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Panel } from '../../components/panel.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { IfMay } from '../../lib/may.tsx';
import { relativeTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import '../../texts/caps.ts';
import { useProjectCaps } from './cap-queries.ts';
import { capText } from './cap-values.ts';
import { CapsDialog } from './caps-dialog.tsx';

/** The caps of a project, and what is used of them. */
export function CapsPanel({ projectId }: { projectId: string }) {
  const caps = useProjectCaps(projectId);
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('caps.title')}
      about={t('caps.about')}
      action={
        <IfMay to="billing.manage">
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            disabled={!caps.data}
            onClick={() => setOpen(true)}
            sx={{ flexShrink: 0 }}
          >
            {t('caps.change')}
          </Button>
        </IfMay>
      }
    >
      <Loaded from={caps} waiting={<FactsToCome count={2} />} failed={t('caps.failed')}>
        {(state) => (
          <>
            <Facts state={state} />
            {isOpen && <CapsDialog projectId={projectId} state={state} onClose={() => setOpen(false)} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Facts({ state: { project, appUser, used, resetsAt } }: { state: ProjectCapsState }) {
  return (
    <FactList
      facts={[
        {
          term: t('caps.project'),
          value: (
            <>
              {capText(project)}
              {resetsAt && (
                <Typography variant="body2" component="div" color={used >= (project?.credits ?? 0) ? 'error' : 'textSecondary'}>
                  {t('caps.used', { used: localNumber(used), when: relativeTime(resetsAt) })}
                </Typography>
              )}
            </>
          ),
        },
        { term: t('caps.appUser'), value: capText(appUser) },
      ]}
    />
  );
}
