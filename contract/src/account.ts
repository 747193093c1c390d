import type { AccountSubscription } from './billing.ts';
import { z } from 'zod';
import { between } from './between.ts';
import { emailShape } from './email-address.ts';
import { problem } from './texts/rules.ts';
import { limits } from './limits.ts';
import { isWithoutLink, seenText, shownText } from './names.ts';
import { assignableRoles } from './roles.ts';

/** One plain address; header characters are refused, since addresses reach mail headers. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, problem('emailMissing'))
  .max(limits.emailLength, problem('emailLong', { max: limits.emailLength }))
  .regex(emailShape, problem('emailShape'));

export const NewPassword = z
  .string()
  .min(limits.passwordMin, problem('passwordShort', { min: limits.passwordMin }))
  .max(limits.passwordMax, problem('passwordLong', { max: limits.passwordMax }))
  .refine((p) => p.isWellFormed(), problem('passwordHalves'))
  .refine((p) => /[a-z]/i.test(p) && /[^a-z]/i.test(p), problem('passwordPlain'));

export const PersonName = z
  .string()
  .trim()
  .regex(seenText, problem('nameMissing'))
  .max(limits.nameLength, problem('nameLong', { max: limits.nameLength }))
  .regex(shownText, problem('nameCharacters'))
  .refine(isWithoutLink, problem('nameLink'));

/** A text that a browser makes up when it registers an account: by it the mailed link knows the browser again. */
export const BrowserSecret = z.string().min(32).max(200);

/** POST /app/authentication/register by a visitor: always an admin; `role` and `projectId` are sent and ignored. */
export const Registration = z
  .object({
    name: PersonName,
    email: Email,
    password: NewPassword,
    confirmPassword: z.string().max(limits.passwordMax),
    role: z.unknown().optional(),
    projectId: z.unknown().optional(),
    browser: BrowserSecret.optional(),
  })
  .refine((r) => r.password === r.confirmPassword, {
    path: ['confirmPassword'],
    ...between('password', 'confirmPassword'),
    ...problem('passwordsDiffer'),
  });
export type Registration = z.infer<typeof Registration>;

/** The same call by an admin: adds a member. Without a password the new user gets a mail to set one. */
export const MemberRegistration = z
  .object({
    name: PersonName,
    email: Email,
    password: z.union([z.literal(''), NewPassword]).nullish(),
    confirmPassword: z.string().max(limits.passwordMax).nullish(),
    role: z
      .enum(assignableRoles)
      .nullish()
      .transform((role) => role ?? 'user'),
    projectId: z.string().max(128).nullish(),
    is_active: z
      .boolean()
      .nullish()
      .transform((active) => active ?? true),
  })
  .refine((r) => (r.password ?? '') === (r.confirmPassword ?? ''), {
    path: ['confirmPassword'],
    ...between('password', 'confirmPassword'),
    ...problem('passwordsDiffer'),
  });
export type MemberRegistration = z.infer<typeof MemberRegistration>;

/** POST /app/authentication/login and /check-2fa-setting. */
export const Credentials = z.object({
  email: Email,
  password: z.string().min(1, problem('passwordMissing')).max(limits.passwordMax),
  twoFactorCode: z.string().max(12).nullish(),
});
export type Credentials = z.infer<typeof Credentials>;

/** Proof that the person at the keyboard is the account's: a new password and the second factor ask for the present ones. */
const confirmation = {
  current_password: z.string().max(limits.passwordMax).nullish(),
  twoFactorCode: z.string().max(12).nullish(),
};

/** PUT /app/users/updateUser: the settings form. A blank password stays as it is. */
export const AccountChange = z
  .object({
    name: PersonName.optional(),
    password: z.union([z.literal(''), NewPassword]).nullish(),
    password_confirm: z.string().max(limits.passwordMax).nullish(),
    is_enable_two_factor: z.boolean().optional(),
    ...confirmation,
  })
  .refine((c) => !c.password || c.password === c.password_confirm, {
    path: ['password_confirm'],
    ...between('password', 'password_confirm'),
    ...problem('passwordsDiffer'),
  });
export type AccountChange = z.infer<typeof AccountChange>;

/** POST /app/authentication/{token}/reset-password */
export const PasswordReset = z
  .object({
    password: NewPassword,
    confirm_password: z.string().max(limits.passwordMax),
    /** Somebody else may have used the account: its keys are replaced and its other members deactivated. */
    start_afresh: z.boolean().optional(),
  })
  .refine((r) => r.password === r.confirm_password, {
    path: ['confirm_password'],
    ...between('password', 'confirm_password'),
    ...problem('passwordsDiffer'),
  });

export const EmailOnly = z.object({ email: Email });

/**
 * POST /app/authentication/google-login: Google's ID token, never a profile that the browser claims to have read.
 * `nonce` is what the browser gave to Google; the token must repeat it.
 */
export const GoogleLogin = z.object({
  googleData: z.object({
    credential: z.string(problem('credentialMissing')).min(1, problem('credentialMissing')).max(limits.credentialLength),
    nonce: z.string().max(200).nullish(),
  }),
  twoFactorCode: z.string().max(12).nullish(),
});
export type GoogleLogin = z.infer<typeof GoogleLogin>;

/** When the second factor is on and no code was sent along: a code is on its way, and the same call is repeated with it. */
export interface SecondFactorAnswer {
  success: true;
  message: string;
  data: { is_enable_two_factor: true; resendInSeconds: number };
}

export interface LoginAnswer {
  success: true;
  message: string;
  /** ID token for `Authorization: Bearer`, valid for an hour. */
  accessToken: string;
  /** For the Firebase SDK's signInWithCustomToken: live reads and renewal. */
  customToken: string;
  data: { id: string; role: string; projectId: string | null };
}

/** GET /app/users/getUser. Keys only for an admin, null otherwise. */
export interface AccountUser {
  id: string;
  name: string;
  email: string;
  role: string;
  tenantId: string | null;
  projectId: string | null;
  /** The one project of a member; null for admin and superadmin. */
  project: { id: string; name: string } | null;
  is_active: boolean;
  is_enable_two_factor: boolean;
  /** Whether the account deletes archives older than 30 days for good; null for those who may not change it. */
  purgeArchives: boolean | null;
  apiKey: string | null;
  secretKey: string | null;
  /** The account's, the present one last; for those who may change it, else empty. */
  subscriptions: AccountSubscription[];
  last_login: string | null;
  createdAt: string;
  updatedAt: string;
}
