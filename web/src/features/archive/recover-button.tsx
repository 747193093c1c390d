import { timings } from '@bedplate/contract';
import Restore from '@mui/icons-material/Restore';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { pageLoad } from '../../lib/browser.ts';
import { keepToast, useToast } from '../../lib/toast.ts';
import { IfMay } from '../../lib/may.tsx';
import { answerOf, type TextKey, t } from '../../texts/index.ts';
import { useRecover } from './archive-queries.ts';

/** Recovers without a question, since nothing can be lost; the page reloads a second later. */
export function RecoverButton({ path, name, recovered }: { path: string; name: string; recovered: TextKey }) {
  const recover = useRecover();
  const toast = useToast();
  const press = () =>
    recover.mutate(path, {
      onSuccess: (answer) => {
        toast.success(answerOf(recovered, answer));
        setTimeout(() => {
          keepToast();
          pageLoad.open(window.location.href);
        }, timings.reload);
      },
      onError: (error) => toast.error(messageOf(error, t('message.storageUpdateFailed'), t('message.storageUpdateFailed')), error),
    });
  return (
    <IfMay to="storages.archived">
      <SubmitButton
        type="button"
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<Restore />}
        busy={recover.isPending}
        loadingPosition="start"
        disabled={recover.isSuccess}
        aria-label={t('archive.recoverNamed', { name })}
        onClick={press}
      >
        {t('archive.recover')}
      </SubmitButton>
    </IfMay>
  );
}
