import type { DataGridProps } from '@mui/x-data-grid';
import { zhCN } from '@mui/x-data-grid/locales';

/** The table's built-in menus, tips and labels. */
export const gridTexts: Pick<DataGridProps, 'localeText'> = zhCN.components.MuiDataGrid.defaultProps;
