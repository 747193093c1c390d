import { AppMails, type AppMailsVersion } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { type FormEvent, useState } from 'react';
import { Refusal } from '../../components/form/refusal.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { ApiError, inOurWords, messageOf } from '../../lib/api/api-error.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { useToast } from '../../lib/toast.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import '../../texts/app-mails.ts';
import { t } from '../../texts/index.ts';
import { type Faults, LookPanel } from './look-panel.tsx';
import { useSaveMails } from './mail-queries.ts';
import { TextPanel } from './text-panel.tsx';

/** The mails of a users storage, changed here first and stored together. */
export function MailsForm({ storage, stored }: { storage: StorageRef; stored: AppMailsVersion }) {
  const [mails, setMails] = useState<AppMails>(() => withoutVersion(stored));
  const [faults, setFaults] = useState<Faults>({});
  const save = useSaveMails(storage);
  const toast = useToast();
  useUnsaved({ isUnsaved: () => JSON.stringify(mails) !== JSON.stringify(withoutVersion(stored)), name: t('appMails.title') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const checked = AppMails.safeParse(mails);
    setFaults(Object.fromEntries(checked.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []));
    if (!checked.success) return;
    save.mutate(
      { ...checked.data, version: stored.version },
      {
        onSuccess: (now) => {
          setMails(withoutVersion(now));
          toast.success(t('appMails.saved'));
        },
        onError: (cause) => setFaults(cause instanceof ApiError ? faultsIn(cause) : {}),
      },
    );
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <LookPanel mails={mails} faults={faults} onChange={(change) => setMails({ ...mails, ...change })} />
      <TextPanel storage={storage} mails={mails} faults={faults} onChange={setMails} />
      {save.isError && <Refusal error={save.error}>{messageOf(save.error)}</Refusal>}
      <SubmitButton busy={save.isPending} sx={{ justifySelf: 'start' }}>
        {t('appMails.save')}
      </SubmitButton>
    </Box>
  );
}

function withoutVersion(stored: AppMailsVersion): AppMails {
  const { version: _version, ...mails } = stored;
  return mails;
}

function faultsIn({ details }: ApiError): Faults {
  return Object.fromEntries(details.map((problem) => [problem.field, inOurWords(problem)]));
}
