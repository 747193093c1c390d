import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { serverNow } from '../../lib/time/clock.ts';
import { t } from '../../texts/index.ts';
import '../../texts/caps.ts';
import { forecastText } from './forecast-text.ts';
import { useApiUsage, useBoughtCredits, useLiveUsage } from './usage-queries.ts';

/**
 * The month's API calls and the limit of plan and bought credits; a failure's reason is only logged.
 * @param purchase buys credits; only for subscribers with a card on file, so not for free plans
 */
export function UsagePanel({ purchase }: { purchase?: ReactNode }) {
  const usage = useApiUsage();
  const bought = useBoughtCredits();
  useLiveUsage(usage.data?.usage.month);
  useEffect(() => {
    const error = usage.error ?? bought.error;
    if (error) console.warn('The usage could not be loaded.', error);
  }, [usage.error, bought.error]);
  // One of the two without the other would be a wrong sum.
  const both = {
    data:
      usage.data && bought.data !== undefined
        ? { calls: usage.data.usage.usage, limit: usage.data.usage.limit, bought: bought.data, forecast: usage.data.usage.forecast }
        : undefined,
    error: null,
    isPending: usage.isPending || (bought.isPending && !usage.isError),
    refetch: () => Promise.all([usage.refetch(), bought.refetch()]),
  };
  const { subscriptionStatus, stripeSubscriptionId } = usage.data?.limit ?? {};
  const mayPurchase = subscriptionStatus === 'subscribed' && Boolean(stripeSubscriptionId);
  return (
    <Panel title={t('usage.title')} about={t('usage.about')} action={mayPurchase && purchase}>
      <Loaded from={both} waiting={<LoadingBlock height={84} />} failed={t('usage.failed')}>
        {({ calls, limit, bought: more, forecast }) => {
          const total = limit + more;
          const part = total > 0 ? Math.min(100, (calls / total) * 100) : 0;
          return (
            <Box sx={{ display: 'grid', gap: 3 }}>
              <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: 6 }}>
                <Figure term={t('usage.totalCount')} value={calls} />
                <Figure term={t('usage.maxUse')} value={limit} />
                <Figure term={t('usage.combined')} value={total} />
              </Box>
              <LinearProgress
                variant="determinate"
                value={part}
                color={part >= 100 ? 'error' : part >= 80 ? 'warning' : 'primary'}
                aria-label={t('usage.title')}
                sx={{ height: 6, borderRadius: 3 }}
              />
              {forecast && (
                <Typography variant="body2" color="textSecondary">
                  <strong>{forecastText(forecast, serverNow())}</strong> {t('forecast.about')}
                </Typography>
              )}
            </Box>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function Figure({ term, value }: { term: string; value: number }) {
  return (
    <Box>
      <Typography component="dt" variant="body2" color="textSecondary">
        {term}
      </Typography>
      <Typography component="dd" variant="h2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        {localNumber(value)}
      </Typography>
    </Box>
  );
}
