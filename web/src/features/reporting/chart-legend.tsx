import Box from '@mui/material/Box';

/** Names of a chart's series below it. A long one is cut: the library's own legend would take the chart's place. */
export function ChartLegend({ series }: { series: readonly { label: string; color: string }[] }) {
  return (
    <Box aria-hidden sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', columnGap: 4, rowGap: 1, mt: 2 }}>
      {series.map(({ label, color }) => (
        <Box key={label} title={label} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, typography: 'caption' }}>
          <Box sx={{ width: 12, height: 12, borderRadius: 0.5, flex: 'none', bgcolor: color }} />
          <Box sx={{ maxWidth: 160, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{label}</Box>
        </Box>
      ))}
    </Box>
  );
}
