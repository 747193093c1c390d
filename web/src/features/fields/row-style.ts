/** A row of the lists of fields: one line where there is room, the parts below each other on a phone. */
export const rowStyle = {
  display: 'flex',
  flexWrap: { xs: 'wrap', md: 'nowrap' },
  alignItems: { xs: 'flex-start', md: 'center' },
  columnGap: 4,
  rowGap: 1,
  py: 2.5,
  borderTop: 1,
  borderColor: 'divider',
  '&:last-of-type': { pb: 0 },
} as const;
