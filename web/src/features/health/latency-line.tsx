import { useColorScheme } from '@mui/material/styles';
import { SparkLineChart } from '@mui/x-charts/SparkLineChart';
import { tokens } from '../../lib/theme/tokens.ts';

/** Answer times of 24 hours as a line; the numbers are beside it. */
export function LatencyLine({ millis }: { millis: readonly number[] }) {
  const { mode, systemMode } = useColorScheme();
  const { primary } = tokens[(mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light'];
  return (
    <SparkLineChart
      data={[...millis]}
      height={40}
      color={primary}
      yAxis={{ min: 0 }}
      margin={{ top: 4, bottom: 4, left: 0, right: 0 }}
      disableKeyboardNavigation // the card tells the figures; the drawing is hidden from those who would tab into it
    />
  );
}
