import type { SchemaAnswer, Storage } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { Panel } from '../../components/panel.tsx';
import { useToast } from '../../lib/toast.ts';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { FieldDialog } from './field-dialog.tsx';
import { FieldList } from './field-list.tsx';
import { RemoveFieldDialog } from './remove-field-dialog.tsx';
import { useSaveSchema } from './schema-calls.ts';
import { changeOf, withoutField } from './schema-edits.ts';

interface FieldsPanelProps {
  storage: StorageRef;
  answer: SchemaAnswer;
  storages: readonly Storage[];
}

/** The declared fields, which are added, edited and taken back here. */
export function FieldsPanel({ storage, answer, storages }: FieldsPanelProps) {
  /** '' for a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const save = useSaveSchema(storage);
  const toast = useToast();
  const { schema } = answer;
  const isEmpty = Object.keys(schema.fields).length === 0;
  const keep = () => {
    setRemoving(null);
    save.reset();
  };
  const remove = () =>
    removing !== null &&
    save.mutate(changeOf(answer, withoutField(schema, removing)), {
      onSuccess() {
        keep();
        toast.success(t('fields.removed', { name: removing }));
        list.current?.focus(); // the button that had the focus goes
      },
    });
  return (
    <Panel
      title={t('fields.list')}
      about={t('fields.listAbout')}
      action={
        <Writes>
          <Button variant="contained" startIcon={<Add />} onClick={() => setEditing('')} sx={{ flexShrink: 0 }}>
            {t('fields.add')}
          </Button>
        </Writes>
      }
    >
      {isEmpty ? (
        <Typography color="textSecondary">{t('fields.none')}</Typography>
      ) : (
        <Box>
          <Writes>
            <FieldList ref={list} schema={schema} storages={storages} onEdit={setEditing} onRemove={setRemoving} />
          </Writes>
        </Box>
      )}
      {editing !== null && (
        <FieldDialog storage={storage} answer={answer} storages={storages} name={editing} onClose={() => setEditing(null)} />
      )}
      <RemoveFieldDialog storage={storage} field={removing} isSaving={save.isPending} error={save.error} onKeep={keep} onConfirm={remove} />
    </Panel>
  );
}
