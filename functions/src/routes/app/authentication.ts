import { Credentials, EmailOnly, MemberRegistration, PasswordReset, Registration, can, messages } from '@bedplate/contract';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { countAttempt } from '../../domain/accounts/attempts.ts';
import type { Origin } from '../../domain/accounts/caller.ts';
import { inNoLessThan } from '../../domain/accounts/even-answers.ts';
import { finishLogin, startLogin } from '../../domain/accounts/login.ts';
import { registerMember } from '../../domain/accounts/register-member.ts';
import { registerAccount } from '../../domain/accounts/register.ts';
import { checkResetToken, forgotPassword, resetPassword } from '../../domain/accounts/reset-password.ts';
import { endSession } from '../../domain/accounts/sessions.ts';
import { resendVerification, verifyAccount } from '../../domain/accounts/verify.ts';
import { changeKeys } from '../../domain/keys/change-keys.ts';
import { clientAddress } from '../../http/client-address.ts';
import { anyone, check, handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

const LinkToken = z.object({ token: z.string().max(200) });
const resendLimit = {
  scope: 'resend-verification',
  max: 1,
  windowMillis: 60_000,
  message: 'A mail was asked for a moment ago. Please wait a minute.',
};

export function authenticationRoutes(services: Services, { may, signedIn, visitorOrSignedIn, forget }: AccountGuards): Router {
  const newKeys = handle(may('keys.read'), {}, async ({ caller }) => {
    await changeKeys(services, caller);
    return { message: messages.keysChanged };
  });
  return routes({
    '/authentication/register': {
      post: handle(visitorOrSignedIn, { body: z.unknown(), status: 201 }, async ({ caller, body, req }) => {
        if (caller && can(caller.role, 'users.manage')) {
          await registerMember(services, caller, check(MemberRegistration, body));
          return { message: messages.userAdded };
        }
        await registerAccount(services, check(Registration, body), originOf(req));
        return { message: messages.registered };
      }),
    },
    '/authentication/check-2fa-setting': {
      post: handle(anyone, { body: Credentials }, async ({ body, req }) => {
        const data = await startLogin(services, body, originOf(req));
        return { ...(data.is_enable_two_factor ? { message: messages.twoFactorSent } : {}), data };
      }),
    },
    '/authentication/login': {
      post: handle(anyone, { body: Credentials }, async ({ body, req }) => ({
        message: messages.loggedIn,
        ...(await finishLogin(services, body, originOf(req))),
      })),
    },
    '/authentication/logout': {
      post: handle(signedIn, {}, async ({ caller }) => {
        await endSession(services, caller.sid);
        forget(caller.sid);
        return { message: messages.loggedOut };
      }),
    },
    '/authentication/resend-verification': {
      post: handle(anyone, { body: EmailOnly }, async ({ body }) => {
        await countAttempt(services, resendLimit, body.email);
        await inNoLessThan(services, () => resendVerification(services, body.email));
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
      post: handle(anyone, { params: LinkToken, body: PasswordReset }, async ({ params, body }) => {
        await resetPassword(services, params.token, body.password);
        return { message: messages.passwordReset };
      }),
    },
    '/verify/user/:token': {
      get: handle(anyone, { params: LinkToken }, async ({ params }) => ({ message: await verifyAccount(services, params.token) })),
    },
  });
}

function originOf(req: Request): Origin {
  return { ip: clientAddress(req), userAgent: req.headers['user-agent'] ?? '' };
}
