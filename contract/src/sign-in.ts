import { z } from 'zod';
import type { SecondFactorWay } from './app-users.ts';
import { Origin } from './api-key.ts';
import { askedConditions, FactorCondition, type StoredFactorCondition } from './factor-condition.ts';
import { limits } from './limits.ts';
import { problem } from './texts/rules.ts';

/** `code` and `link` come by mail; `passkey`: by what a device keeps; `anonymous`: without a name, until the person chooses one. */
export const signInMethods = ['password', 'code', 'link', 'passkey', 'anonymous'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** `domain`: with an e-mail of one of the named domains. Keys sign users up and invite them whatever it says. */
export const signUps = ['open', 'domain', 'invitation', 'closed'] as const;

/** `required`: whoever has none sets one up at the next sign-in. Anonymous users have none. */
export const secondFactors = ['off', 'optional', 'required'] as const;

export const secondFactorWays = ['totp', 'passkey', 'mail'] as const satisfies readonly SecondFactorWay[];

const domainShape = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

const MailDomain = z.string().trim().toLowerCase().max(253).regex(domainShape, problem('mailDomainShape'));

/** Browsers refuse suffixes under which anybody registers, such as co.uk. */
const PasskeyDomain = z.string().trim().toLowerCase().max(253).regex(domainShape, problem('passkeyDomainShape'));

/** The token of a link comes after `#`, which stays in the browser. */
const LinkPage = z
  .string()
  .trim()
  .max(500)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !text.includes('#'), problem('linkPageShape'));

/** `oidc`: any provider of OpenID Connect, by its issuer. */
export const providerKinds = ['google', 'apple', 'github', 'microsoft', 'oidc'] as const;
export type ProviderKind = (typeof providerKinds)[number];

const short = z.string().trim().min(1).max(300);

/** Somebody else who knows who a person is. */
const Provider = z.strictObject({
  /** In addresses: a preset may have the name of its kind. */
  id: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9-]{0,29}$/, problem('providerIdShape')),
  kind: z.enum(providerKinds),
  clientId: short,
  /** Given once, and kept where a change leaves it out. Apple's is the private key, as text. */
  clientSecret: z.string().trim().min(1).max(5000).optional(),
  /** Of `oidc`. */
  issuer: short.refine((text) => URL.canParse(text), problem('providerIssuerShape')).optional(),
  /** Of Microsoft: a tenant's id, where not everybody may come. */
  tenant: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,100}$/, problem('providerTenantShape'))
    .optional(),
  /** Of Apple. */
  teamId: short.optional(),
  keyId: short.optional(),
});
export type SignInProvider = z.infer<typeof Provider>;

/** `refuse`: while the owner's server does not answer nobody signs up; `allow`: everybody does. */
export const hookFailures = ['refuse', 'allow'] as const;

/** The owner's server, which is asked before somebody becomes a user. */
const Hook = z.strictObject({
  url: z
    .string()
    .trim()
    .max(500)
    .refine((text) => URL.canParse(text), problem('hookUrlShape')),
  /** Signs what is sent there. Given once, and kept where a change leaves it out. */
  secret: z.string().trim().min(16, problem('hookSecretShort')).max(300).optional(),
  onFailure: z.enum(hookFailures),
});
export type SignUpHook = z.infer<typeof Hook>;

/** A role of teams that is the app's own; `owner` and `member` are there always. */
const TeamRole = z
  .string()
  .trim()
  .regex(/^(?!(owner|member)$)[\p{L}\p{N}_-]{1,40}$/u, problem('teamRoleShape'));

const PerMinute = z.int().min(1).max(limits.requestsPerMinute);

const Settings = z.strictObject({
  methods: z.array(z.enum(signInMethods)).max(signInMethods.length * 2),
  /** Pages that sign users up and in without a key; none: only keys do. */
  origins: z.array(Origin).max(limits.originsPerKey, problem('originsMany', { max: limits.originsPerKey })),
  /** Of all calls without a key, and of one network. */
  requestsPerMinute: PerMinute,
  requestsPerMinutePerClient: PerMinute,
  signUp: z.enum(signUps),
  mailDomains: z.array(MailDomain).max(limits.mailDomains),
  /** Whether who comes by a page proves the e-mail first. */
  verifyEmail: z.boolean(),
  hook: Hook.nullable(),
  /** The page that links in mails open; null: mails have a code alone. */
  linkPage: LinkPage.nullable(),
  /** Secrets are never shown. */
  providers: z
    .array(Provider)
    .max(limits.providers)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, problem('providerTwice')),
  /** The pages, to the letter, to which people come back from a provider. */
  returnPages: z.array(LinkPage).max(limits.originsPerKey),
  /** The domain whose pages share passkeys; null: those of a page work on its own host alone. */
  passkeyDomain: PasskeyDomain.nullable(),
  /** Whether a second factor is asked for beside the way of signing in. */
  secondFactor: z.enum(secondFactors),
  /** Whom `required` means; null: everybody. The others may have a second factor. */
  secondFactorFor: FactorCondition.nullable(),
  /** Those that users may set up. Whoever has another one keeps it. */
  secondFactorWays: z
    .array(z.enum(secondFactorWays))
    .min(1)
    .max(secondFactorWays.length * 2),
  /** Whether users form teams, and the roles there besides owner and member. */
  teams: z.boolean(),
  teamRoles: z.array(TeamRole).max(20),
});

/** How people come into a users storage without a key of its owner. */
export type SignInSettings = z.infer<typeof Settings>;

/** A change of the settings, or those of a new storage: what is absent stays as it is. */
export const SignInInput = Settings.partial();
export type SignInInput = z.infer<typeof SignInInput>;

/** The settings as a storage keeps them: its document has no lists in lists. */
export type StoredSignIn = Omit<SignInInput, 'secondFactorFor'> & {
  secondFactorFor?: SignInSettings['secondFactorFor'] | StoredFactorCondition;
};

const usualSignIn: SignInSettings = {
  methods: ['password'],
  origins: [],
  requestsPerMinute: 1200,
  requestsPerMinutePerClient: 60,
  signUp: 'open',
  mailDomains: [],
  verifyEmail: false,
  hook: null,
  linkPage: null,
  providers: [],
  returnPages: [],
  passkeyDomain: null,
  secondFactor: 'off',
  secondFactorFor: null,
  secondFactorWays: ['totp'],
  teams: false,
  teamRoles: [],
};

/** @returns the settings of a users storage, with the usual ones for what it does not say */
export function signInOf({ signIn }: { readonly signIn?: StoredSignIn | undefined }): SignInSettings {
  const { secondFactorFor = null, ...settings } = { ...usualSignIn, ...signIn };
  return { ...settings, secondFactorFor: secondFactorFor === null ? null : askedConditions(secondFactorFor) };
}
