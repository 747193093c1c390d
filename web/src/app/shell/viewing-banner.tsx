import type { LoginAnswer } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { useMutation } from '@tanstack/react-query';
import { paths } from '../../lib/navigation/paths.ts';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { pageLoad } from '../../lib/browser.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { changeLogin } from '../../features/account/sign-in.ts';

/** Tells staff that they look at somebody else's account, and leads back. The full load drops everything of that account. */
export function ViewingBanner() {
  const { viewing } = useSignedIn();
  const toast = useToast();
  const end = useMutation({
    mutationFn: async () => changeLogin(await api.post<LoginAnswer>('/authentication/end-viewing', {})),
    onSuccess: () => pageLoad.open(paths.superadmin('users')),
    onError: (error) => toast.error(messageOf(error), error),
  });
  if (viewing === null) return null;
  return (
    <Alert
      severity="warning"
      variant="filled"
      component="output"
      sx={{ borderRadius: 0, alignItems: 'center' }}
      action={
        <SubmitButton
          type="button"
          color="inherit"
          size="small"
          variant="text"
          sx={{ border: 1 }}
          busy={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('viewing.end')}
        </SubmitButton>
      }
    >
      {t('viewing.banner', { name: viewing })}
    </Alert>
  );
}
