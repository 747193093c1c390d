import type { ApiKey } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { useAddForm } from '../../lib/navigation/use-add-form.ts';
import { Writes } from '../../lib/writes.tsx';
import { answerOf, t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import { EditNamedKeyDialog } from './edit-named-key-dialog.tsx';
import { NamedKeyDialog } from './named-key-dialog.tsx';
import { NamedKeyItem } from './named-key-item.tsx';
import { useNamedKeys, useRemoveNamedKey } from './named-key-queries.ts';

/**
 * Keys for web pages and partners: each opens one project and does only what it names.
 * @param projectId shows only those of one project
 */
export function NamedKeysPanel({ projectId }: { projectId?: string }) {
  const { isOpen: isAdding, setOpen: setAdding } = useAddForm();
  const [editing, setEditing] = useState<ApiKey | null>(null);
  const [removing, setRemoving] = useState<ApiKey | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const keys = useNamedKeys();
  const remove = useRemoveNamedKey();
  const toast = useToast();
  const keep = () => {
    setRemoving(null);
    remove.reset();
  };
  const confirm = () => {
    if (!removing) return;
    remove.mutate(removing.id, {
      onSuccess: (answer) => {
        keep();
        toast.success(answerOf('message.keyRemoved', answer));
        list.current?.focus(); // the button that had the focus goes
      },
    });
  };
  return (
    <Panel
      title={t('namedKeys.title')}
      about={t('namedKeys.about')}
      action={
        <Writes>
          <Button size="small" variant="outlined" color="inherit" onClick={() => setAdding(true)} sx={{ flexShrink: 0 }}>
            {t('namedKeys.new')}
          </Button>
        </Writes>
      }
    >
      <Loaded from={keys} waiting={<LoadingBlock height={84} />} failed={t('namedKeys.failed')}>
        {(all) => {
          const rows = all.filter((row) => projectId === undefined || row.projectId === projectId);
          return rows.length === 0 ? (
            <Typography color="textSecondary">{t('namedKeys.none')}</Typography>
          ) : (
            <Box
              component="ul"
              ref={list}
              tabIndex={-1}
              aria-label={t('namedKeys.title')}
              sx={{ outline: 'none', listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: { xs: 6, sm: 4 } }}
            >
              {rows.map((row) => (
                <NamedKeyItem key={row.id} row={row} onEdit={() => setEditing(row)} onRemove={() => setRemoving(row)} />
              ))}
            </Box>
          );
        }}
      </Loaded>
      {isAdding && <NamedKeyDialog projectId={projectId} onClose={() => setAdding(false)} />}
      {editing && <EditNamedKeyDialog row={editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={removing !== null}
        title={t('namedKeys.removeTitle', { name: removing?.name ?? '' })}
        keep={t('keys.keep')}
        confirm={t('namedKeys.remove')}
        busy={remove.isPending}
        error={remove.error && messageOf(remove.error)}
        refused={remove.error}
        onKeep={keep}
        onConfirm={confirm}
      >
        {t('namedKeys.removeText')}
      </ConfirmDialog>
    </Panel>
  );
}
