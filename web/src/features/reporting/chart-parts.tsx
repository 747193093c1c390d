import Box from '@mui/material/Box';
import { axisNumber } from './axis-number.ts';

export const chartHeight = 240;
/** No animation and no tab stop: the numbers are in words below each chart. */
export const quiet = { skipAnimation: true, disableKeyboardNavigation: true };
/** From zero, in whole numbers. */
export const counts = [{ min: 0, tickMinStep: 1, valueFormatter: axisNumber }];

/**
 * Names of a chart's series below it. A long one goes on in further lines: the library's own legend would take the
 * chart's place. Its colours are those of the chart, also where a person forces others.
 */
export function ChartLegend({ series }: { series: readonly { label: string; color: string }[] }) {
  return (
    <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', columnGap: 4, rowGap: 1, mt: 2 }}>
      {series.map(({ label, color }) => (
        <Box key={label} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, typography: 'caption' }}>
          <Box sx={{ width: 12, height: 12, borderRadius: 0.5, flex: 'none', bgcolor: color, forcedColorAdjust: 'none' }} />
          <Box dir="auto" sx={{ maxWidth: 200, overflowWrap: 'anywhere' }}>
            {label}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
