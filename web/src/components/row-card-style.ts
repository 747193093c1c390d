/** The frame of a row that a phone shows as a card. */
export const cardStyle = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'minmax(0, 1fr)',
  px: 4,
  py: 3,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  bgcolor: 'background.paper',
} as const;

/** The line by which a person knows the row. */
export const cardTitleStyle = {
  flex: 1,
  minWidth: 0,
  py: 1,
  fontSize: '0.9375rem',
  fontWeight: 600,
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
} as const;
