import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { PanelGrid } from '../../components/panel.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { HealthSummary } from '../../features/health/health-summary.tsx';
import { IncidentTable } from '../../features/health/incident-table.tsx';
import { PartCard } from '../../features/health/part-card.tsx';
import { SignalList } from '../../features/health/signal-list.tsx';
import { useCheckNow, useHealth } from '../../features/health/use-health.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { isoDay, today } from '../../lib/time/days.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';

export function HealthPage() {
  const health = useHealth();
  return (
    <Page title={t('health.title')} subtitle={t('health.subtitle')} action={<CheckNowButton />}>
      <Loaded from={health} waiting={<Waiting />} failed={t('health.failed')}>
        {(report) => (
          <>
            <HealthSummary report={report} />
            <PanelGrid>
              {report.parts.map((part) => (
                <PartCard key={part.name} part={part} today={isoDay(today())} />
              ))}
            </PanelGrid>
            <SignalList report={report} />
            <Typography variant="h2">{t('health.incidents')}</Typography>
            <IncidentTable incidents={report.incidents} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function CheckNowButton() {
  const check = useCheckNow();
  const toast = useToast();
  const run = () =>
    check.mutate(undefined, {
      onSuccess: () => toast.success(t('health.checkDone')),
      onError: (error) => toast.error(error instanceof ApiError && error.status === 429 ? t('health.tooSoon') : messageOf(error), error),
    });
  return (
    <SubmitButton type="button" busy={check.isPending} onClick={run}>
      {t('health.checkNow')}
    </SubmitButton>
  );
}

function Waiting() {
  return (
    <Box aria-busy>
      <PanelGrid>
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} variant="rounded" height={280} />
        ))}
      </PanelGrid>
    </Box>
  );
}
