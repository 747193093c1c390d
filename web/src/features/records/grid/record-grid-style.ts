import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { actionField, columnOf } from './record-columns.tsx';

/**
 * A quiet table: hairlines, the header on the page's ground, changed rows in a fading accent, the
 * actions always in sight.
 */
export function gridStyle(theme: Theme): SystemStyleObject<Theme> {
  const { palette } = theme.vars ?? theme;
  return {
    '--DataGrid-rowBorderColor': palette.divider,
    '--DataGrid-overlayHeight': '260px',
    '--DataGrid-t-header-background-base': palette.background.default,
    '--DataGrid-t-color-border-base': palette.divider,
    border: `1px solid ${palette.divider}`,
    borderRadius: '12px',
    backgroundColor: palette.background.paper,
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    // A change inside a row moves no other row, so rows that scroll in are laid out and painted faster.
    '& .MuiDataGrid-row': { contain: 'layout style' },
    '& .MuiDataGrid-cell': { padding: '0 12px' },
    '& .MuiDataGrid-cell.empty': { color: palette.text.disabled, fontSize: '0.75rem', letterSpacing: '0.02em' },
    // The cell's own line height centres it.
    '& .MuiDataGrid-cell.mono': { fontFamily: theme.typography.mono.fontFamily, fontVariantLigatures: 'none', fontSize: '0.75rem' },
    // Ids begin with the time: on a phone, where their column is narrow, those of a list would look alike without their ends.
    '@media (max-width: 599px)': { [`& .MuiDataGrid-cell[data-field="${columnOf('id')}"]`]: { direction: 'rtl', textAlign: 'left' } },
    '& .fault-mark': { color: palette.warning.main, marginRight: '6px', verticalAlign: '-2px', flexShrink: 0 },
    '& .fault-text': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
    '& .picture': {
      height: 'calc(var(--height) - 10px)',
      width: 'calc(var(--height) - 10px)',
      marginRight: '8px',
      borderRadius: '4px',
      objectFit: 'cover',
      verticalAlign: 'middle',
    },
    '& .row-action': {
      display: 'inline-grid',
      placeItems: 'center',
      width: 30,
      height: 30,
      padding: 0,
      border: 0,
      borderRadius: '8px',
      background: 'none',
      color: palette.text.secondary,
      cursor: 'pointer',
      '&:hover': { backgroundColor: palette.action.hover },
      '&:disabled': { opacity: 0.5, cursor: 'not-allowed', background: 'none' },
      '& svg': { width: 20, height: 20, fill: 'currentColor' },
    },
    '& .header-button': {
      display: 'inline-flex',
      padding: '6px',
      border: 0,
      borderRadius: '8px',
      background: 'none',
      color: palette.text.secondary,
      fontSize: '1.125rem',
      cursor: 'pointer',
      '&:hover': { backgroundColor: palette.action.hover },
      '&:disabled': { cursor: 'default', background: 'none' },
    },
    '& .header-icon': { width: '1em', height: '1em', flexShrink: 0, fill: 'currentColor' },
    '& .MuiDataGrid-columnSeparator .header-icon': { fontSize: '1.5rem' },
    '& .row-checkbox': { width: 16, height: 16, margin: 0, accentColor: palette.primary.main, cursor: 'pointer' },
    // As large as those of the rows, whose boxes are the browser's.
    '& .MuiDataGrid-columnHeaderCheckbox .MuiSvgIcon-root': { fontSize: '1.3125rem' },
    '& .MuiDataGrid-columnHeaders [role="row"], & .MuiDataGrid-columnHeader, & .MuiDataGrid-filler': {
      backgroundColor: palette.background.default,
    },
    '& .MuiDataGrid-columnHeader': { padding: '0 12px', color: palette.text.secondary, fontSize: '0.75rem' },
    '& .MuiDataGrid-columnHeaderCheckbox, & .MuiDataGrid-cellCheckbox': { padding: 0 },
    '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 550 },
    '& .MuiDataGrid-columnSeparator': { color: palette.divider },
    '& .MuiDataGrid-row:hover': { backgroundColor: palette.action.hover },
    '& .MuiDataGrid-row.deleted .MuiDataGrid-cell': { color: palette.text.disabled },
    // Faint text can be read on the table's own ground only.
    [[':hover', '.Mui-selected']
      .flatMap((state) => [`& .MuiDataGrid-row${state} .MuiDataGrid-cell.empty`, `& .MuiDataGrid-row.deleted${state} .MuiDataGrid-cell`])
      .join(', ')]: { color: palette.text.secondary },
    // Only its opacity moves: the compositor does that by itself, while a fading background styles
    // and paints every cell in every frame.
    '& .MuiDataGrid-row.changed::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      zIndex: 2, // above the action cell, which has a ground of its own
      pointerEvents: 'none',
      backgroundColor: palette.accent.main,
      opacity: 0,
      animation: 'record-changed 2s ease-out',
    },
    '@keyframes record-changed': { from: { opacity: 0.14 }, to: { opacity: 0 } },
    [`& .MuiDataGrid-cell[data-field="${actionField}"]`]: {
      position: 'sticky',
      right: 0,
      zIndex: 1,
      backgroundColor: palette.background.paper,
      borderLeft: `1px solid ${palette.divider}`,
    },
    [`& .MuiDataGrid-columnHeader[data-field="${actionField}"]`]: {
      position: 'sticky',
      right: 0,
      zIndex: 31, // above the separators of the columns that scroll below it
      '& .MuiDataGrid-columnSeparator': { display: 'none' },
      backgroundColor: palette.background.default,
      borderLeft: `1px solid ${palette.divider}`,
    },
  };
}
