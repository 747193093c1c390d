import type { DataGridProps } from '@mui/x-data-grid';
import { zhCN } from '@mui/x-data-grid/locales';

/** What the table's menus, tips and labels say by themselves. */
export const gridTexts: Pick<DataGridProps, 'localeText'> = zhCN.components.MuiDataGrid.defaultProps;
