import type { SignInProvider } from '@bedplate/contract';
import type { Configuration, CustomFetch } from 'openid-client';
import { createCache } from '../../memory/cache.ts';
import type { Services } from '../../services/services.ts';
import { appleSecret } from './apple-secret.ts';
import { githubProfile } from './github-profile.ts';
import type { Identity } from './identity.ts';
import { fetchProvider, reachedAt } from './provider-address.ts';
import { type Profile, profileOf } from './provider-profile.ts';
import { openedProviderSecret } from './provider-secret.ts';

/** The values that a sign-in elsewhere began with, and must come back with. */
export interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface ProviderCall {
  readonly storageId: string;
  readonly provider: SignInProvider;
  /** Where the provider sends people back to; it is registered there. */
  readonly callback: string;
  readonly checks: ProviderChecks;
}

/** Descriptions of providers, which change rarely. */
const configurations = createCache<Configuration>({ max: 100, ttlMillis: 600_000 });

/** @returns the provider's page for signing in */
export async function authorizationUrl(services: Services, { storageId, provider, callback, checks }: ProviderCall): Promise<URL> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  const url = buildAuthorizationUrl(await configurationOf(services, storageId, provider), {
    redirect_uri: callback,
    scope: scopes[provider.kind],
    state: checks.state,
    code_challenge: await calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'github' ? {} : { nonce: checks.nonce }),
    // With a scope Apple answers by a form alone.
    ...(provider.kind === 'apple' ? { response_mode: 'form_post' } : {}),
  });
  return new URL(reachedAt(services, url.href));
}

/**
 * Exchanges the provider's code. The library checks state, issuer, audience, azp, nonce, times and signature of the ID token.
 * @param answer the parameters with which the person came back
 * @throws {Error} for anything that is not as it must be
 */
export async function identityOf(
  services: Services,
  { storageId, provider, callback, checks }: ProviderCall,
  answer: URLSearchParams,
): Promise<Identity> {
  const { authorizationCodeGrant } = await import('openid-client');
  const configuration = await configurationOf(services, storageId, provider);
  const tokens = await authorizationCodeGrant(configuration, new URL(`${callback}?${answer}`), {
    expectedState: checks.state,
    pkceCodeVerifier: checks.verifier,
    ...(provider.kind === 'github' ? {} : { expectedNonce: checks.nonce, idTokenExpected: true }),
  });
  if (provider.kind === 'github') return named(provider, await githubProfile(fetchProvider(services), tokens.access_token));
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no ID token.');
  return named(provider, profileOf(provider.kind, claims, answer.get('user')));
}

function named({ id }: SignInProvider, profile: Profile): Identity {
  return { provider: id, ...profile };
}

const scopes = {
  google: 'openid email profile',
  apple: 'name email',
  github: 'read:user user:email',
  microsoft: 'openid email profile',
  oidc: 'openid email profile',
} as const;

async function configurationOf(services: Services, storageId: string, provider: SignInProvider): Promise<Configuration> {
  const name = JSON.stringify([storageId, provider]);
  const known = configurations.get(name);
  if (known) return known;
  const { allowInsecureRequests, Configuration, customFetch, discovery, enableNonRepudiationChecks } = await import('openid-client');
  const secret = await secretOf(services, storageId, provider);
  // It takes whatever the library sends.
  const send = fetchProvider(services) as CustomFetch;
  const isLocal = services.config.emulators !== null;
  const options = { [customFetch]: send, execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])] };
  const made =
    provider.kind === 'github'
      ? Object.assign(new Configuration(github, provider.clientId, secret), { [customFetch]: send })
      : await discovery(new URL(issuerOf(provider)), provider.clientId, secret, undefined, options);
  configurations.set(name, made);
  return made;
}

const github = {
  issuer: 'https://github.com/login/oauth',
  authorization_endpoint: 'https://github.com/login/oauth/authorize',
  token_endpoint: 'https://github.com/login/oauth/access_token',
};

function issuerOf({ kind, issuer = '', tenant = 'common' }: SignInProvider): string {
  const presets: Record<string, string> = {
    google: 'https://accounts.google.com',
    apple: 'https://appleid.apple.com',
    microsoft: `https://login.microsoftonline.com/${tenant}/v2.0`,
  };
  return presets[kind] ?? issuer;
}

async function secretOf(services: Services, storageId: string, provider: SignInProvider): Promise<string> {
  const secret = openedProviderSecret(services, storageId, provider);
  return provider.kind === 'apple' ? appleSecret(provider, secret, services.clock()) : secret;
}
