import { between, Email, limits } from '@bedplate/contract';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { signInAnonymously } from '../../domain/app-users/anonymous.ts';
import { startMailSignIn } from '../../domain/app-users/mail-sign-in.ts';
import { signInByPassword } from '../../domain/app-users/page-sign-in.ts';
import { signUp } from '../../domain/app-users/sign-up.ts';
import { verifyChallenge } from '../../domain/app-users/verify-challenge.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { clientAddress } from '../../http/client-address.ts';
import { type Answer, handle } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import type { ApiServices } from './api-services.ts';
import { appNameOf } from './app-name.ts';
import { guarded, paidCall, storageOf } from './guards.ts';
import { identifyPage } from './identify-page.ts';
import { seenFrom } from './own-account.ts';
import { answerTo, isChallenge } from './sign-in-answer.ts';
import { onlyParameters } from './storage-call.ts';
import { AskedWay, GivenPassword, NewPassword, PasskeyMade, PasskeySignature, ProviderStart, SignUp, Verifier } from './user-inputs.ts';

const ByPassword = z
  .object({
    username: z.string().min(1).max(200).optional(),
    email: z.string().min(1).max(limits.emailLength).optional(),
    password: GivenPassword,
  })
  .refine(({ username, email }) => (username === undefined) !== (email === undefined), {
    path: ['username'],
    ...between('username', 'email'),
    message: 'Send either username or email.',
  });

const PageSignUp = SignUp.extend({ password: NewPassword.optional() }).loose();
const ChosenFactor = z.object({ challenge: z.string().min(1).max(200), way: AskedWay });
const ByMail = z.object({ email: Email });
const Proof = z
  .object({
    challenge: z.string().min(1).max(200).optional(),
    code: z.string().trim().min(1).max(40).optional(),
    token: z.string().min(1).max(200).optional(),
    verifier: Verifier.optional(),
    passkey: z.union([PasskeySignature, PasskeyMade]).optional(),
  })
  .refine(
    ({ challenge, code, token, passkey }) =>
      [code, token, passkey].filter((each) => each !== undefined).length === 1 && (token === undefined) === (challenge !== undefined),
    {
      path: ['challenge'],
      ...between('challenge', 'code', 'token', 'passkey'),
      message: 'Send challenge and code, challenge and passkey, or the token of a link.',
    },
  );

/** Signing up and in, also by pages that the storage names and that have no key. */
export function signInTable(services: ApiServices): RouteTable {
  const guard = guarded(services, [identifyPage, ...paidCall]);
  const post = <B extends z.ZodType>(
    body: B,
    run: (storage: StorageRow, input: z.infer<B>, call: { req: Request; caller: ApiCaller }) => Promise<Answer>,
  ): { post: RequestHandler } => ({
    post: handle(guard, { body }, async ({ caller, body: input, req }) => {
      onlyParameters(req, 'this call', []);
      const storage = await storageOf(services, caller, { params: { storageId: String(req.params.storageId), storageKey: 'users' } });
      return run(storage, input, { req, caller });
    }),
  });
  const mailCall = async (req: Request, storage: StorageRow) => ({ appName: await appNameOf(services, storage), ip: clientAddress(req) });
  // Few apps have them, and what checks them is large.
  const passkeys = () => import('../../domain/app-users/passkey-sign-in.ts');
  const byMail = (method: 'code' | 'link') =>
    post(ByMail, async (storage, { email }, { req }) =>
      startMailSignIn(services, storage, { method, email, ...(await mailCall(req, storage)) }),
    );
  return {
    '/users/:storageId/sign-up': post(PageSignUp, async (storage, fields, { req, caller }) => {
      const made = await signUp(services, storage, { fields, from: await seenFrom(req), ...(await mailCall(req, storage)) });
      req.res?.status(isChallenge(made) ? 200 : 201);
      return answerTo(caller, storage, made);
    }),
    '/users/:storageId/sign-in/password': post(ByPassword, async (storage, { username, email, password }, { req, caller }) => {
      const who = email === undefined ? { field: 'username' as const, name: username ?? '' } : { field: 'email' as const, name: email };
      const call = { ...who, password, from: await seenFrom(req), ...(await mailCall(req, storage)) };
      return answerTo(caller, storage, await signInByPassword(services, storage, call));
    }),
    '/users/:storageId/sign-in/code': byMail('code'),
    '/users/:storageId/sign-in/link': byMail('link'),
    '/users/:storageId/sign-in/anonymous': post(z.object({}), async (storage, _, { req, caller }) =>
      answerTo(caller, storage, await signInAnonymously(services, storage, { ip: clientAddress(req), from: await seenFrom(req) })),
    ),
    '/users/:storageId/sign-in/passkey': post(z.object({}), async (storage, _, { req }) =>
      (await passkeys()).startPasskeySignIn(services, storage, { origin: req.get('Origin'), ip: clientAddress(req) }),
    ),
    '/users/:storageId/sign-in/provider': post(ProviderStart, async (storage, start, { req }) => {
      const { startProvider } = await import('../../domain/app-users/start-provider.ts'); // few apps have providers
      return startProvider(services, storage, { ...start, ip: clientAddress(req) });
    }),
    '/users/:storageId/sign-in/second-factor': post(ChosenFactor, async (storage, chosen, { req }) => {
      const { chooseFactor } = await import('../../domain/app-users/choose-factor.ts'); // few users have one
      return chooseFactor(services, storage, { ...chosen, origin: req.get('Origin'), ...(await mailCall(req, storage)) });
    }),
    '/users/:storageId/sign-in/verify': post(
      Proof,
      async (storage, { challenge = '', code = '', token, verifier, passkey }, { req, caller }) => {
        if (passkey) {
          const { verifyPasskey } = await import('../../domain/app-users/verify-passkey.ts');
          const proof = {
            challenge,
            passkey,
            origin: req.get('Origin'),
            from: await seenFrom(req),
            appName: await appNameOf(services, storage),
          };
          return answerTo(caller, storage, await verifyPasskey(services, storage, proof));
        }
        const given = token === undefined ? { challenge, code } : { token };
        const call = { ...given, verifier, from: await seenFrom(req), ...(await mailCall(req, storage)) };
        return answerTo(caller, storage, await verifyChallenge(services, storage, call));
      },
    ),
  };
}
