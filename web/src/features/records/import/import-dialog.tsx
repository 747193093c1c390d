import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import type { ShownSchemaState } from '@bedplate/contract';
import { useMay } from '../../../lib/may.tsx';
import { mayLeave } from '../../../lib/leaving.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/import.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { isTable } from './read-rows.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportResult, UndoResult } from './import-result.tsx';
import { MapColumns } from './map-columns.tsx';
import { ReviewCheck } from './review-check.tsx';
import { StepTrail } from './step-trail.tsx';
import { useImport } from './use-import.ts';
import { Working } from './working.tsx';

interface ImportDialogProps {
  storage: StorageRef;
  storageName: string;
  /** Fields that the storage has. */
  known: readonly string[];
  /** Those of them that are declared. */
  declared?: DeclaredFields | undefined;
  /** Whether new fields may be declared: by this person, in a storage that learns what its fields are. */
  mayDeclare?: boolean;
  onClose: () => void;
}

type ImportFileProps = Omit<ImportDialogProps, 'mayDeclare'> & {
  /** Of the storage's schema, if it has one. */
  state: ShownSchemaState | undefined;
};

/** The import of a person who is signed in. */
export function ImportFile({ state = 'learn', ...props }: ImportFileProps) {
  return <ImportDialog {...props} mayDeclare={useMay()('storages.write') && state === 'learn'} />;
}

const noFields: DeclaredFields = {};

/** From a file to records: choose, map, check, import, and back. */
export function ImportDialog({ storage, storageName, known, declared = noFields, mayDeclare = false, onClose }: ImportDialogProps) {
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width:599px)');
  const work = useImport(storage, { known, declared, mayDeclare });
  const { step, chosen } = work;
  const close = async () => (await mayLeave()) && onClose();
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isNarrow}
      maxWidth="md"
      aria-labelledby={titleId}
      onClose={(_, reason) => reason === 'escapeKeyDown' && !work.isBusy && void close()}
    >
      <DialogTitle id={titleId}>{t('import.title', { name: storageName })}</DialogTitle>
      <StepTrail step={step.name} />
      {step.name === 'file' && (
        <ChooseFile
          problem={step.problem}
          refused={step.refused}
          failed={step.problem ? (chosen ?? undefined) : undefined}
          onFile={work.choose}
          onCancel={onClose}
        />
      )}
      {step.name === 'columns' && chosen && (
        <MapColumns
          fileName={chosen.file.name}
          hasTypes={!isTable(chosen.format)}
          columns={chosen.columns}
          known={known}
          mayDeclare={mayDeclare}
          declared={declared}
          onChange={work.change}
          onBack={work.back}
          onCheck={work.check}
        />
      )}
      {(step.name === 'checking' || step.name === 'importing') && chosen && (
        <Working isCheck={step.name === 'checking'} progress={step.progress} size={chosen.file.size} onStop={work.stop} />
      )}
      {step.name === 'checked' && chosen && (
        <ReviewCheck
          progress={step.progress}
          fileName={chosen.file.name}
          offered={chosen.offered}
          off={chosen.off}
          onTurn={work.turn}
          onBack={work.back}
          onImport={() => void work.run()}
        />
      )}
      {step.name === 'done' && chosen && (
        <ImportResult
          {...step}
          fileName={chosen.file.name}
          onContinue={() => void work.run(step.progress)}
          onUndo={() => void work.undo(step.progress)}
          onClose={onClose}
        />
      )}
      {step.name === 'undoing' && <Working progress={step.progress} left={step.left} />}
      {step.name === 'undone' && <UndoResult {...step} onUndo={(force) => void work.undo(step.progress, force)} onClose={onClose} />}
    </Dialog>
  );
}
