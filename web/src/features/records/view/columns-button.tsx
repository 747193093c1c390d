import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { ownValue } from '../../../lib/own-value.ts';
import { useOpened } from '../../../lib/use-opened.ts';
import { t } from '../../../texts/index.ts';
import { arranged, type ColumnLayout, moved, type RowHeight, rowHeights } from '../columns/column-layout.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { ColumnWidth } from './column-width.tsx';

/**
 * Which columns are shown, and in which order.
 * @param names in the order of the server
 */
export function ColumnsButton({ names }: { names: readonly string[] }) {
  const layout = useDataView((state) => state.layout);
  const onLayout = useDataView((state) => state.changeLayout);
  const titleId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const opened = useOpened(anchor !== null);
  const order = arranged(names, layout);
  const shown = order.filter((name) => !layout.hidden.includes(name));
  const show = (name: string, isShown: boolean) =>
    onLayout({ hidden: isShown ? layout.hidden.filter((other) => other !== name) : [...layout.hidden, name] });
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('records.columns')}
      </Button>
      {opened && (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          slotProps={{
            paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 400, maxWidth: '92vw', maxHeight: '60vh', p: 4 } },
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
            <Typography id={titleId} variant="h3">
              {t('records.columns')}
            </Typography>
            <Button size="small" onClick={() => onLayout(null)}>
              {t('records.resetColumns')}
            </Button>
          </Box>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={layout.height ?? 'middle'}
            onChange={(_, height: RowHeight | null) => height && onLayout({ height })}
            aria-label={t('records.rowHeight')}
            sx={{ my: 2 }}
          >
            {(Object.keys(rowHeights) as RowHeight[]).map((height) => (
              <ToggleButton key={height} value={height}>
                {t(`records.rowHeight.${height}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
            {t('records.columnsHelp')}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {order.map((name, at) => (
              <Box component="li" key={name} sx={{ display: 'flex', alignItems: 'center', minHeight: 36 }}>
                <FormControlLabel
                  sx={{
                    flex: 1,
                    minWidth: 0,
                    m: 0,
                    '& .MuiFormControlLabel-label': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
                  }}
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
        </Popover>
      )}
    </>
  );
}

function withWidth(widths: ColumnLayout['widths'], name: string, width: number | undefined): Record<string, number> {
  const { [name]: _, ...others } = widths;
  return width === undefined ? others : { ...others, [name]: width };
}
