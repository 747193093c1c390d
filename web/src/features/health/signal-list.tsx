import type { HealthData, HealthReport, HealthSignal, LastDrill } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { TimeText } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { t } from '../../texts/index.ts';
import { HealthChip } from './health-chip.tsx';

/** Waiting, missing and failing work, and the results of the nightly work. */
export function SignalList({ report: { signals, reconcile, creditSweepAt, backupDrill, data } }: { report: HealthReport }) {
  return (
    <Panel title={t('health.signals')} about={t('health.signalsAbout')}>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          columnGap: 10,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {signals.map((signal) => (
          <Row key={signal.name} title={t(`health.part.${signal.name}`)} mark={<HealthChip state={signal.state} isSignal />}>
            {valueText(signal)}
          </Row>
        ))}
        <Row title={t('health.reconcile')} mark={reconcile && <TimeText iso={reconcile.at} />}>
          {reconcile ? t('health.reconciled', { ...reconcile }) : t('health.notYet')}
        </Row>
        <Row title={t('health.creditSweep')} mark={creditSweepAt && <TimeText iso={creditSweepAt} />}>
          {t(creditSweepAt ? 'health.creditSwept' : 'health.notYet')}
        </Row>
        <Row title={t('health.drill')} mark={backupDrill && <TimeText iso={backupDrill.at} />}>
          {drillText(backupDrill)}
        </Row>
        <Row title={t('health.data')} mark={data.startedAt && <TimeText iso={data.startedAt} />}>
          {dataText(data)}
        </Row>
      </Box>
    </Panel>
  );
}

function drillText(drill: LastDrill | null): string {
  if (!drill) return t('health.notYet');
  return drill.failure === null ? t('health.drilled', { records: drill.records }) : t('health.drillFailed', { failure: drill.failure });
}

function dataText({ version, latest, changed, failure }: HealthData): string {
  if (version === latest) return t('health.dataNewest', { version });
  if (version > latest) return t('health.dataNewer', { version, latest });
  return failure ? t('health.dataFailed', { version, latest, failure }) : t('health.dataChanging', { version, latest, changed });
}

function Row({ title, mark, children }: { title: string; mark: React.ReactNode; children: React.ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 3,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0, pt: 0 },
        '&:nth-of-type(2)': { borderTop: { lg: 0 }, pt: { lg: 0 } },
        '&:last-of-type': { pb: 0 },
        '&:nth-last-of-type(2)': { pb: { lg: 0 } },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 550 }}>{title}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {children}
        </Typography>
      </Box>
      <Typography component="div" variant="body2" color="textSecondary" sx={{ flexShrink: 0 }}>
        {mark}
      </Typography>
    </Box>
  );
}

function valueText({ name, value, state }: HealthSignal): string {
  if (state === 'off') return t('health.notSetUp');
  if (value === null || state === 'unknown') return t('health.nothingKnown');
  if (name === 'errors') return t('health.value.errors', { count: value });
  const minutes = Math.floor(value / 60);
  return minutes === 0 ? t(`health.none.${name}`) : t(`health.value.${name}`, { minutes });
}
