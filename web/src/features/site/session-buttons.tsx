import { paths } from '../../lib/navigation/paths.ts';
import { roleHome } from '../../lib/navigation/role-home.ts';
import { useSession } from '../../lib/session/session.ts';
import { t } from '../../texts/public.ts';

/**
 * 'Dashboard' for signed-in people; visitors get the way in and the way to an account. Other tabs'
 * sign-ins show at once.
 */
export function SessionButtons({ signUp = t('signUp') }: { signUp?: string }) {
  const session = useSession();
  if (session)
    return (
      <a className="button primary" href={roleHome(session)}>
        {t('dashboard')}
      </a>
    );
  return (
    <>
      <a className="button plain" href={paths.login()}>
        {t('login')}
      </a>
      <a className="button primary" href={paths.register()}>
        {signUp}
      </a>
    </>
  );
}
