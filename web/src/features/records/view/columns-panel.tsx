import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { ownValue } from '../../../lib/own-value.ts';
import { fitPopover } from '../../../lib/fit-popover.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { arranged, type ColumnLayout, moved, type RowHeight, rowHeights } from '../columns/column-layout.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { ColumnWidth } from './column-width.tsx';

/**
 * Which columns are shown, how wide and in which order, and how high rows are.
 * @param names in the order of the server
 */
export function ColumnsPanel({ names, titleId }: { names: readonly string[]; titleId: string }) {
  const layout = useDataView((state) => state.layout);
  const onLayout = useDataView((state) => state.changeLayout);
  const order = arranged(names, layout);
  const shown = order.filter((name) => !layout.hidden.includes(name));
  const show = (name: string, isShown: boolean) =>
    onLayout({ hidden: isShown ? layout.hidden.filter((other) => other !== name) : [...layout.hidden, name] });
  return (
    <div ref={fitPopover}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography id={titleId} variant="h3">
          {t('records.columns')}
        </Typography>
        <Button size="small" onClick={() => onLayout(null)}>
          {t('records.resetColumns')}
        </Button>
      </Box>
      <Box sx={{ my: 3 }}>
        <ChoiceField
          label={t('records.rowHeight')}
          value={layout.height ?? 'middle'}
          options={(Object.keys(rowHeights) as RowHeight[]).map((height) => ({ value: height, text: t(`records.rowHeight.${height}`) }))}
          onChange={(height) => onLayout({ height: height as RowHeight })} // of the options
        />
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {t('records.columnsHelp')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {order.map((name, at) => (
          <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', minHeight: 36 }}>
            <FormControlLabel
              sx={{ flex: 1, minWidth: 0, m: 0 }}
              control={
                <Checkbox
                  size="small"
                  checked={shown.includes(name)}
                  disabled={shown.length === 1 && shown[0] === name}
                  onChange={(_, isShown) => show(name, isShown)}
                  slotProps={{ input: { 'aria-label': t('records.showColumn', { column: name }) } }}
                />
              }
              label={name}
            />
            <ColumnWidth
              name={name}
              width={ownValue(layout.widths, name)}
              onWidth={(width) => onLayout({ widths: withWidth(layout.widths, name, width) })}
            />
            <IconButton
              size="small"
              disabled={at === 0}
              aria-label={t('records.moveUp', { column: name })}
              onClick={() => onLayout({ order: moved(order, name, -1) })}
            >
              <KeyboardArrowUp fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              disabled={at === order.length - 1}
              aria-label={t('records.moveDown', { column: name })}
              onClick={() => onLayout({ order: moved(order, name, 1) })}
            >
              <KeyboardArrowDown fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
    </div>
  );
}

function withWidth(widths: ColumnLayout['widths'], name: string, width: number | undefined): Record<string, number> {
  const { [name]: _, ...others } = widths;
  return width === undefined ? others : { ...others, [name]: width };
}
