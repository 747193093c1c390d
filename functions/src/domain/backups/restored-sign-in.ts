import { type FieldProblem, type SignInInput, signInOf, type SignInSettings, type StoredSignIn } from '@bedplate/contract';
import { isSameReceiver } from '../app-users/provider-secret.ts';
import { restoreGap } from './restore-gap.ts';

/**
 * Secrets are in no backup. Those that the storage has are kept where they would go to the same receiver; a provider without one is left
 * out, and without the server that is asked about sign-ups nobody signs up.
 * @param before as the storage has it, sealed
 */
export function restoredSignIn(backed: StoredSignIn, before: StoredSignIn): { signIn: SignInInput; gaps: FieldProblem[] } {
  const given = signInOf({ signIn: backed }); // a backup may be of an earlier version
  const isKept = (provider: SignInSettings['providers'][number]) =>
    before.providers?.some((known) => known.clientSecret !== undefined && isSameReceiver(known, provider)) ?? false;
  const lost = given.providers.filter((provider) => !isKept(provider));
  const lacksHook = given.hook !== null && !(before.hook?.secret !== undefined && before.hook.url === given.hook.url);
  return {
    signIn: { ...given, providers: given.providers.filter(isKept), ...(lacksHook && { hook: null, signUp: 'closed' as const }) },
    gaps: [
      ...lost.map(({ id }) => restoreGap(`signIn.providers.${id}`, 'restoreProvider', { name: id })),
      ...(lacksHook ? [restoreGap('signIn.hook', 'restoreSignUpHook')] : []),
    ],
  };
}
