import type { DataRecord, SchemaField } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { type GridRenderEditCellParams, useGridApiContext } from '@mui/x-data-grid';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { unreadField } from '../../../components/form/unread-field.ts';
import { isComposing } from '../../../lib/composing.ts';
import { mayLeave } from '../../../lib/leaving.ts';
import { t } from '../../../texts/index.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { floating } from './cell-line.tsx';
import { EditCell } from './edit-cell.tsx';
import { Draft, problemIn, useDraft } from './use-draft.ts';
import { TypedField } from './typed-field.tsx';
import { typedFormat } from './typed-format.ts';

export interface TypedCellProps {
  params: GridRenderEditCellParams<DataRecord>;
  name: string;
  field: SchemaField;
}

/** The editor of a declared field in its cell. */
export function TypedCell({ params, name, field }: TypedCellProps) {
  const [format] = useState(() => typedFormat(field));
  const isWide = field.type === 'list' || field.type === 'dateTime' || (field.type === 'reference' && field.storage !== undefined);
  return isWide ? <WideCell params={params} name={name} field={field} /> : <EditCell params={params} name={name} format={format} />;
}

/** An editor that needs more room than a cell: below it, with its own buttons. */
function WideCell({ params, name, field }: TypedCellProps) {
  const { id, field: column, value } = params;
  const api = useGridApiContext();
  const storage = useDataView((state) => state.storage);
  const [format] = useState(() => (value instanceof Draft ? value.format : typedFormat(field)));
  const { text, type, settle } = useDraft(params, format);
  const told = useRef<Promise<unknown>>(Promise.resolve());
  const cell = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  useEffect(() => panel?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true }), [panel]);
  const problem = value instanceof Draft ? problemIn(value) : null;
  const end = (ignoreModifications: boolean) => api.current.stopCellEditMode({ id, field: column, ignoreModifications });
  const cancel = async () => (await mayLeave()) && end(true);
  // The grid takes a value in its own time.
  const save = () => {
    if (!panel || !unreadField(panel)) void (settle() ?? told.current).then(() => end(false));
  };
  const onKey = (event: KeyboardEvent) => {
    // The grid would end the edit at each of these.
    if (event.key === 'Tab') event.stopPropagation();
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Enter' || event.defaultPrevented || event.target instanceof HTMLButtonElement) return;
    event.stopPropagation();
    event.preventDefault();
    save();
  };
  return (
    <Box ref={cell} sx={{ width: '100%', height: '100%' }}>
      <Popper open anchorEl={() => cell.current ?? document.body} placement="bottom-start" sx={{ zIndex: 1300 }}>
        <Paper ref={setPanel} onKeyDown={onKey} sx={{ p: 3, width: 'min(400px, 90vw)', ...floating }}>
          <TypedField
            label={name}
            field={field}
            text={text}
            onText={(typed) => {
              told.current = type(typed);
            }}
            storage={storage}
            error={problem ?? undefined}
          />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2, mt: 3 }}>
            <Button size="small" variant="outlined" color="inherit" onClick={() => void cancel()}>
              {t('cancel')}
            </Button>
            <Button size="small" variant="contained" disabled={problem !== null} onClick={save}>
              {t('records.save')}
            </Button>
          </Box>
        </Paper>
      </Popper>
    </Box>
  );
}
