import {
  askedConditions,
  type SignInInput,
  signInOf,
  type SignInProvider,
  type SignInSettings,
  type SignUpHook,
  type StoredSignIn,
} from '@bedplate/contract';
import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { targetUrl } from '../../network/target-url.ts';
import { isOnDomain } from '../app-users/passkey-place.ts';
import { withSealedHookSecret } from '../app-users/sign-up-hook.ts';
import { isReadable, typeOf } from '../records/conditions/readable-value.ts';
import { type ClosedFields, closedFieldsOf, isAlwaysClosed } from '../records/model/closed-fields.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isSameReceiver, withSealedSecret } from '../app-users/provider-secret.ts';

/**
 * @param before as stored: what a change leaves out stays, the secrets of providers too
 * @returns the settings as they are stored, with their secrets sealed
 * @throws {ApiError} invalid-argument for settings that let nobody in who should come in
 */
export function storedSignIn(
  services: Pick<Services, 'config'>,
  storageId: string,
  { given, before }: { given: SignInInput; before: StoredSignIn },
): StoredSignIn {
  const kept = new Map((before.providers ?? []).map((provider) => [provider.id, provider]));
  const providers = given.providers?.map((provider) => {
    if (provider.clientSecret !== undefined) return withSealedSecret(services, storageId, provider);
    const earlier = kept.get(provider.id);
    const isKept = earlier?.clientSecret !== undefined && isSameReceiver(earlier, provider);
    return isKept ? { ...provider, clientSecret: earlier.clientSecret } : provider;
  });
  const hook = given.hook && hookOf(services, storageId, { hook: given.hook, before: before.hook });
  const after: StoredSignIn = { ...before, ...given, ...(providers ? { providers } : {}), ...(hook ? { hook } : {}) };
  if (after.secondFactorFor) after.secondFactorFor = JSON.stringify(askedConditions(after.secondFactorFor));
  checkSignIn(after);
  const isLocal = services.config.emulators !== null;
  if (hook) targetUrl(hook.url, { allowLoopback: isLocal });
  for (const { issuer } of providers ?? []) if (issuer !== undefined) targetUrl(issuer, { allowLoopback: isLocal });
  return after;
}

/** A kept secret stays with its address: with another one it would be told to somebody else. */
function hookOf(
  services: Pick<Services, 'config'>,
  storageId: string,
  { hook, before }: { hook: SignUpHook; before: SignUpHook | null | undefined },
): SignUpHook {
  if (hook.secret !== undefined) return withSealedHookSecret(services, storageId, hook);
  return before?.secret !== undefined && before.url === hook.url ? { ...hook, secret: before.secret } : hook;
}

/** @returns the settings for their owner: secrets are never shown */
export function shownSignIn(storage: { readonly signIn?: StoredSignIn }): SignInSettings {
  const signIn = signInOf(storage);
  return { ...signIn, providers: signIn.providers.map(withoutSecret), hook: signIn.hook && shownHook(signIn.hook) };
}

function shownHook({ url, onFailure }: SignUpHook): SignUpHook {
  return { url, onFailure };
}

function withoutSecret(provider: SignInProvider): SignInProvider {
  const { clientSecret: _, ...shown } = provider;
  return shown;
}

/** @throws {ApiError} invalid-argument */
export function checkSignIn(signIn: StoredSignIn): void {
  const { signUp, mailDomains, methods, linkPage, origins, providers, returnPages, passkeyDomain, hook, secondFactor, secondFactorWays } =
    signInOf({ signIn });
  const isForeign = (page: string) => !origins.includes(new URL(page).origin);
  if (signUp === 'domain' && mailDomains.length === 0) throw invalidField('signIn.mailDomains', say('mailDomainsMissing'));
  if (linkPage !== null && isForeign(linkPage)) throw invalidField('signIn.linkPage', say('linkPageForeign'));
  if (methods.includes('link') && linkPage === null) throw invalidField('signIn.linkPage', say('linkPageMissing'));
  if (returnPages.some(isForeign)) throw invalidField('signIn.returnPages', say('returnPageForeign'));
  if (passkeyDomain !== null && !origins.some((origin) => isOnDomain(new URL(origin).hostname, passkeyDomain)))
    throw invalidField('signIn.passkeyDomain', say('passkeyDomainForeign'));
  const hasMailAlone = secondFactorWays.every((way) => way === 'mail') && (methods.includes('code') || methods.includes('link'));
  if (secondFactor === 'required' && hasMailAlone) throw invalidField('signIn.secondFactorWays', say('secondFactorMailAlone'));
  if (hook && hook.secret === undefined) throw invalidField('signIn.hook.secret', say('hookSecretMissing'));
  providers.forEach((provider, at) => {
    const [missing, ...others] = missingParts(provider);
    if (missing) throw invalidField(`signIn.providers[${at}].${missing}`, say('providerParts', { parts: [missing, ...others].join(', ') }));
  });
}

/** A user could leave a rule by a change of their own. @throws {ApiError} invalid-argument */
export function checkFactorRule(storage: StorageRow): void {
  const { secondFactor, secondFactorFor } = signInOf(storage.data);
  if (secondFactor !== 'required' || secondFactorFor === null) return;
  const closed = closedFieldsOf(storage);
  for (const term of secondFactorFor.flat()) {
    const { field } = term;
    if (!isFixed(closed, field)) throw invalidField('signIn.secondFactorFor', say('secondFactorForOpen', { field }));
    const type = typeOf(storage, field)?.type ?? 'json';
    if (!isReadable(storage, term)) throw invalidField('signIn.secondFactorFor', say('grantValue', { field, type }));
  }
}

/** Whether no change by a user reaches the field: any of them moves `updatedAt`. */
function isFixed(closed: ClosedFields, path: string): boolean {
  const [name = ''] = path.split('.');
  return path === 'id' || path === 'createdAt' || isAlwaysClosed(closed, name);
}

function missingParts(provider: SignInProvider): (keyof SignInProvider)[] {
  const needed: (keyof SignInProvider)[] = [
    'clientSecret',
    ...(provider.kind === 'oidc' ? (['issuer'] as const) : []),
    ...(provider.kind === 'apple' ? (['teamId', 'keyId'] as const) : []),
  ];
  return needed.filter((part) => !provider[part]);
}
