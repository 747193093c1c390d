import type { SavedView } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlock } from '../../../components/loading-block.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { fitPopover } from '../../../lib/fit-popover.ts';
import { useMay } from '../../../lib/may.tsx';
import { useToast } from '../../../lib/toast.ts';
import { Writes } from '../../../lib/writes.tsx';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { useAddSavedView, useChangeSavedView, useDeleteSavedView, useSavedViews } from './saved-view-queries.ts';
import { SavedViewRow } from './saved-view-row.tsx';
import { NameForm } from './name-form.tsx';
import { isSame, opened, settingsOf } from './view-settings.ts';

interface ViewsPanelProps {
  titleId: string;
  /** Closes the panel. */
  onDone: () => void;
}

/** Saved views of a storage: one opens on a press; who writes records also keeps, renames and deletes them. */
export function ViewsPanel({ titleId, onDone }: ViewsPanelProps) {
  const storage = useDataView((state) => state.storage);
  const view = useDataView((state) => state.view);
  const layout = useDataView((state) => state.layout);
  const openView = useDataView((state) => state.openView);
  const saved = useSavedViews(storage);
  const add = useAddSavedView(storage);
  const actions = useViewActions(onDone);
  const mayWrite = useMay()('records.write');
  const shown = settingsOf(view, layout);
  const pick = (settings: SavedView['view']) => {
    const picked = opened(settings);
    openView(picked.view, picked.columns);
    onDone();
  };
  return (
    <Box ref={fitPopover} sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography id={titleId} variant="h3">
        {t('records.views')}
      </Typography>
      <Loaded
        from={saved}
        waiting={<LoadingBlock height={72} />}
        failed={t('views.failed')}
        isEmpty={(views) => views.length === 0}
        empty={
          <Typography variant="body2" color="textSecondary">
            {t(mayWrite ? 'views.none' : 'views.noneYet')}
          </Typography>
        }
      >
        {(views) => (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {views.map((each) => (
              <SavedViewRow
                key={each.id}
                saved={each}
                isShown={isSame(each.view, shown)}
                onPick={() => pick(each.view)}
                onKeep={mayWrite ? () => actions.change(each, { view: shown }) : null}
                onRename={(name) => actions.rename(each, name)}
                onDelete={() => actions.remove(each)}
              />
            ))}
          </Box>
        )}
      </Loaded>
      {mayWrite && (
        <Writes>
          <NameForm
            label={t('views.name')}
            help={t('views.help')}
            button={t('views.save')}
            isBusy={add.isPending}
            problem={add.error ? messageOf(add.error) : ''}
            refused={add.error}
            onName={async (name) => {
              await add.mutateAsync({ name, view: shown });
            }}
          />
        </Writes>
      )}
    </Box>
  );
}

/**
 * Changes that are done at once: one that is refused says why, one that takes something away offers it back.
 * @param onUndoable lets the message with the way back be reached: an open panel would cover it
 */
function useViewActions(onUndoable: () => void) {
  const storage = useDataView((state) => state.storage);
  const toast = useToast();
  const add = useAddSavedView(storage);
  const { mutateAsync: change } = useChangeSavedView(storage);
  const { mutateAsync: remove } = useDeleteSavedView(storage);
  const refused = (error: unknown) => toast.error(messageOf(error), error);
  return {
    rename: ({ id }: SavedView, name: string) => change({ id, change: { name } }),
    change: (saved: SavedView, to: Pick<SavedView, 'view'>) =>
      change({ id: saved.id, change: to }).then(() => {
        const undo = () => void change({ id: saved.id, change: { view: saved.view } }).catch(refused);
        onUndoable();
        toast.success(t('views.kept', { name: saved.name }), undo);
      }, refused),
    remove: (saved: SavedView) =>
      remove(saved).then(() => {
        const undo = () => void add.mutateAsync({ name: saved.name, view: saved.view }).catch(refused);
        onUndoable();
        toast.success(t('views.deleted', { name: saved.name }), undo);
      }, refused),
  };
}
