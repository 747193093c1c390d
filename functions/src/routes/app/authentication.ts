import {
  BrowserSecret,
  Credentials,
  EmailOnly,
  KeyRotation,
  GoogleLogin,
  MemberRegistration,
  PasswordReset,
  Registration,
  can,
  messages,
} from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { firstSignIn } from '../../domain/accounts/first-sign-in.ts';
import { googleLogin } from '../../domain/accounts/google-login.ts';
import { lockByOwner, unlockAccount } from '../../domain/accounts/lock.ts';
import { finishLogin, startLogin } from '../../domain/accounts/login.ts';
import { logOut } from '../../domain/accounts/own-sessions.ts';
import { registerMember } from '../../domain/accounts/register-member.ts';
import { registerAccount } from '../../domain/accounts/register.ts';
import { checkResetToken, forgotPassword, resetPassword } from '../../domain/accounts/reset-password.ts';
import { resendVerification, verifyAccount } from '../../domain/accounts/verify.ts';
import { codeMessage } from '../../domain/accounts/two-factor.ts';
import { requireOn } from '../../domain/platform/require-on.ts';
import { endViewing } from '../../domain/office/view-account.ts';
import { changeKeys } from '../../domain/api-keys/change-keys.ts';
import { originOf } from '../../http/client-address.ts';
import { anyone, handle } from '../../http/handle.ts';
import { check } from '../../validation/check.ts';
import { ifOn } from '../../http/if-on.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const LinkToken = z.object({ token: z.string().max(200) });
const Registrant = z.object({ browser: BrowserSecret });

export function authenticationRoutes(services: Services, { may, signedIn, visitorOrSignedIn, forget }: AccountGuards): Router {
  const newKeys = handle(may('keys.read'), { body: KeyRotation }, async ({ caller, body, req }) => {
    await changeKeys(services, caller, { origin: originOf(req), overlapHours: body.overlapHours });
    return { message: messages.keysChanged };
  });
  return routes({
    '/authentication/register': {
      post: handle(visitorOrSignedIn, { body: z.unknown(), status: 201 }, async ({ caller, body, req }) => {
        if (caller && can(caller.role, 'users.manage')) {
          const member = check(MemberRegistration, body);
          await registerMember(services, { caller, input: member, origin: originOf(req) });
          return { message: member.password ? messages.userInvited : messages.userAdded };
        }
        await requireOn(services, 'registration');
        await registerAccount(services, check(Registration, body), originOf(req));
        return { message: messages.registered };
      }),
    },
    '/authentication/check-2fa-setting': {
      post: handle(anyone, { body: Credentials }, async ({ body, req }) => {
        const data = await startLogin(services, body, originOf(req));
        return { ...(data.is_enable_two_factor ? { message: codeMessage(data.resendInSeconds ?? 0) } : {}), data };
      }),
    },
    '/authentication/login': {
      post: handle(anyone, { body: Credentials }, async ({ body, req }) => ({
        message: messages.loggedIn,
        ...(await finishLogin(services, body, originOf(req))),
      })),
    },
    '/authentication/google-login': {
      post: handle(ifOn(services, 'googleSignIn', anyone), { body: GoogleLogin }, async ({ body, req }) => {
        const login = await googleLogin(services, body, originOf(req));
        if ('accessToken' in login) return { message: messages.loggedIn, ...login };
        return { message: codeMessage(login.resendInSeconds), data: { is_enable_two_factor: true, ...login } };
      }),
    },
    '/authentication/logout': {
      post: handle(signedIn, {}, async ({ caller, req }) => {
        await logOut(services, caller, originOf(req));
        forget(caller.sid);
        return { message: messages.loggedOut };
      }),
    },
    '/authentication/end-viewing': {
      post: handle(signedIn, {}, async ({ caller }) => {
        const tokens = await endViewing(services, caller);
        forget(caller.sid);
        return { ...tokens, data: { id: caller.uid, role: 'superadmin', projectId: null } };
      }),
    },
    '/authentication/resend-verification': {
      post: handle(anyone, { body: EmailOnly }, async ({ body, req }) => {
        await resendVerification(services, body.email, originOf(req));
        return { message: messages.verificationSent };
      }),
    },
    '/authentication/forgot-password': {
      post: handle(anyone, { body: EmailOnly }, async ({ body, req }) => {
        await forgotPassword(services, body.email, originOf(req));
        return { message: messages.resetLinkSent };
      }),
    },
    '/authentication/changeUserKeys': { get: newKeys, post: newKeys },
    '/authentication/:token/verify': {
      get: handle(anyone, { params: LinkToken }, async ({ params }) => {
        await checkResetToken(services, params.token);
        return {};
      }),
    },
    '/authentication/:token/reset-password': {
      post: handle(anyone, { params: LinkToken, body: PasswordReset }, async ({ params, body, req }) => {
        await resetPassword(services, {
          token: params.token,
          reset: { password: body.password, startsAfresh: body.start_afresh ?? false },
          origin: originOf(req),
        });
        return { message: messages.passwordReset };
      }),
    },
    '/authentication/:token/sign-in': {
      post: handle(anyone, { params: LinkToken, body: Registrant }, async ({ params, body, req }) => ({
        message: messages.loggedIn,
        ...(await firstSignIn(services, { token: params.token, browser: body.browser }, originOf(req))),
      })),
    },
    '/authentication/:token/unlock': {
      post: handle(anyone, { params: LinkToken }, async ({ params, req }) => {
        await unlockAccount(services, params.token, originOf(req));
        return { message: messages.unlocked };
      }),
    },
    '/authentication/:token/not-me': {
      post: handle(anyone, { params: LinkToken }, async ({ params, req }) => {
        await lockByOwner(services, params.token, originOf(req));
        return { message: messages.lockedByOwner };
      }),
    },
    '/verify/user/:token': {
      get: handle(anyone, { params: LinkToken }, async ({ params, req }) => {
        const key = await verifyAccount(services, params.token, originOf(req));
        return { message: messages[key], key };
      }),
    },
  });
}
