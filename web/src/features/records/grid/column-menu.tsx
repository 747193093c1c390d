import FilterList from '@mui/icons-material/FilterAltOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { GridColumnMenu, type GridColumnMenuItemProps, type GridColumnMenuProps } from '@mui/x-data-grid';
import { t } from '../../../texts/index.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { fieldOf } from './record-columns.tsx';

/** The library's menu of a column, and a condition on its field. */
export function ColumnMenu(props: GridColumnMenuProps) {
  return <GridColumnMenu {...props} slots={slots} slotProps={slotProps} />;
}

const slots = { columnMenuFieldFilter: FieldFilter };
const slotProps = { columnMenuFieldFilter: { displayOrder: 15 } }; // behind the order, before hiding

function FieldFilter({ colDef, onClick }: GridColumnMenuItemProps) {
  const openDialog = useDataView((state) => state.openDialog);
  const field = fieldOf(colDef.field);
  if (field === null) return null;
  return (
    <MenuItem
      onClick={(event) => {
        onClick(event);
        openDialog({ kind: 'filter', field });
      }}
    >
      <ListItemIcon>
        <FilterList fontSize="small" />
      </ListItemIcon>
      <ListItemText>{t('records.filterColumn')}</ListItemText>
    </MenuItem>
  );
}
