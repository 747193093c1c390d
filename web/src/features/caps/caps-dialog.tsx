import type { ProjectCapsState } from '@bedplate/contract';
import { useState } from 'react';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { useToast } from '../../lib/toast.ts';
import { answerOf, t } from '../../texts/index.ts';
import '../../texts/caps.ts';
import { CapFields } from './cap-fields.tsx';
import { useSaveProjectCaps } from './cap-queries.ts';
import { capOf, capValuesOf } from './cap-values.ts';

interface CapsDialogProps {
  projectId: string;
  state: ProjectCapsState;
  onClose: () => void;
}

/** Changes the caps of a project and of its app users. */
export function CapsDialog({ projectId, state, onClose }: CapsDialogProps) {
  const [before] = useState(() => ({ project: capValuesOf(state.project), appUser: capValuesOf(state.appUser) }));
  const [values, setValues] = useState(before);
  const [isTried, setTried] = useState(false);
  const save = useSaveProjectCaps(projectId);
  const toast = useToast();
  const submit = () => {
    setTried(true);
    const [project, appUser] = [capOf(values.project), capOf(values.appUser)];
    if (project === undefined || appUser === undefined) return;
    save.mutate(
      { project, appUser, changed: changedFields(before, values) },
      {
        onSuccess: (answer) => {
          toast.success(answerOf('message.capsSaved', answer));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('caps.change')}
      onClose={onClose}
      isDirty={JSON.stringify(values) !== JSON.stringify(before)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={save.error && messageOf(save.error)}
      refused={save.error}
      actions={
        <>
          <CancelButton />
          <SubmitButton busy={save.isPending}>{t('caps.save')}</SubmitButton>
        </>
      }
    >
      {(['project', 'appUser'] as const).map((of) => (
        <CapFields
          key={of}
          credits={t('caps.credits', { of: t(`caps.${of}`) })}
          per={t('caps.per', { of: t(`caps.${of}`) })}
          values={values[of]}
          isTried={isTried}
          onChange={(next) => setValues({ ...values, [of]: next })}
        />
      ))}
    </FormDialog>
  );
}
