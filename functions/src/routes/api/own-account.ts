import { type DataRecord, Email } from '@bedplate/contract';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { becomeNamed } from '../../domain/app-users/anonymous.ts';
import { finishEmailChange, startEmailChange } from '../../domain/app-users/change-email.ts';
import { changePassword } from '../../domain/app-users/change-password.ts';
import { deleteSelf } from '../../domain/app-users/delete-self.ts';
import { closeSession, closeSessions, listSessions } from '../../domain/app-users/own-sessions.ts';
import { reachOf, shownToSelf } from '../../domain/app-users/reach.ts';
import type { SeenCaller } from '../../domain/app-users/seen-caller.ts';
import { closedFieldsOf } from '../../domain/records/model/closed-fields.ts';
import { getRecord } from '../../domain/records/query/get-record.ts';
import { placeOf } from '../../domain/visits/place.ts';
import { clientAddress, originOf } from '../../http/client-address.ts';
import { type Answer, handle } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import { isLoopback } from '../../network/address.ts';
import type { ApiServices } from './api-services.ts';
import { appNameOf } from './app-name.ts';
import { reachOfCaller } from './caller-reach.ts';
import { updateOne } from './change-record.ts';
import { fullProof, provedBy } from './full-proof.ts';
import { guarded, identifyCaller, paidCall } from './guards.ts';
import { type OwnCall, ownCall } from './own-call.ts';
import { flagOf, textOf } from './parameters.ts';
import { answerTo } from './sign-in-answer.ts';
import { accessTo, onlyParameters } from './storage-call.ts';
import { GivenPassword, NewPassword, SignUp } from './user-inputs.ts';

const PasswordChange = z.object({ ...fullProof, currentPassword: GivenPassword, password: NewPassword });

const EmailChange = z.object({ ...fullProof, email: Email });
const EmailProof = z.object({ challenge: z.string().min(1).max(200), code: z.string().trim().min(1).max(20) });

const Deletion = z.object(fullProof);

/** The calls of app users on their own account, by their access token. */
export function ownAccountTable(services: ApiServices): RouteTable {
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  const own = (run: (call: OwnCall) => Promise<Answer>, known: readonly string[] = []): RequestHandler =>
    handle(guard, {}, async ({ caller, req }) => {
      const call = await ownCall(services, caller, req);
      onlyParameters(req, 'this call', known);
      return run(call);
    });
  return {
    '/users/:storageId/me': {
      get: own(async (call) => ({
        data: await ownRecord(services, call),
      })),
      patch: own(
        async ({ caller, self, storage, req }) => {
          const access = await accessTo(services, { caller, storage, res: req.res });
          const owner = access ? undefined : reachOf(caller, storage, 'write');
          return updateOne(services, { caller, req, storage, owner, access, closed: closedFieldsOf(storage) }, self.key);
        },
        ['ifUpdatedAt'],
      ),
    },
    '/users/:storageId/me/export': {
      get: own((call) => ownExport(services, call), ['cursor']),
    },
    '/users/:storageId/me/sign-up': {
      post: handle(guard, { body: SignUp.loose() }, async ({ caller, req, body }) => {
        const { self, storage } = await ownCall(services, caller, req);
        onlyParameters(req, 'this call', []);
        const call = { from: await seenFrom(req), appName: await appNameOf(services, storage) };
        const named = await becomeNamed(services, storage, { key: self.key, fields: body, ...call });
        return answerTo(caller, storage, named);
      }),
    },
    '/users/:storageId/me/delete': {
      post: handle(guard, { body: Deletion }, async ({ caller, req, body }) => {
        const { self, storage } = await ownCall(services, caller, req);
        onlyParameters(req, 'this call', []);
        return deleteSelf(services, storage, { ...provedBy({ self, storage, req }, body), appName: await appNameOf(services, storage) });
      }),
    },
    '/users/:storageId/me/email': {
      post: handle(guard, { body: EmailChange }, async ({ caller, req, body }) => {
        const { self, storage } = await ownCall(services, caller, req);
        onlyParameters(req, 'this call', []);
        const { email, ...proof } = body;
        const call = { appName: await appNameOf(services, storage), ip: clientAddress(req) };
        return startEmailChange(services, storage, { ...provedBy({ self, storage, req }, proof), email, ...call });
      }),
    },
    '/users/:storageId/me/email/verify': {
      post: handle(guard, { body: EmailProof }, async ({ caller, req, body }) => {
        const { self, storage } = await ownCall(services, caller, req);
        onlyParameters(req, 'this call', []);
        await finishEmailChange(services, storage, { self, ...body, appName: await appNameOf(services, storage) });
        return { data: shownToSelf(caller, storage, await getRecord(services.records, storage, { id: self.key })) };
      }),
    },
    '/users/:storageId/sessions': {
      get: own(async ({ self, storage }) => ({ data: await listSessions(services.records, storage, self) })),
      delete: own(
        async ({ self, storage, req }) => {
          const kept = flagOf(req, 'others') ? self.session : undefined;
          await closeSessions(services.records, storage, { key: self.key, kept });
          return { message: 'The sessions have ended.' };
        },
        ['others'],
      ),
    },
    '/users/:storageId/sessions/:sessionId': {
      delete: own(async ({ self, storage, req }) => {
        await closeSession(services.records, storage, { key: self.key, id: String(req.params.sessionId) });
        return { message: 'The session has ended.' };
      }),
    },
    '/users/:storageId/change-password': {
      post: handle(guard, { body: PasswordChange }, async ({ caller, req, body }) => {
        const { self, storage } = await ownCall(services, caller, req);
        onlyParameters(req, 'this call', []);
        const { currentPassword, password } = body;
        const { given } = provedBy({ self, storage, req }, body);
        const change = { key: self.key, currentPassword, given, password, from: await seenFrom(req) };
        const changed = await changePassword(services, storage, change);
        return { ...changed, data: shownToSelf(caller, storage, changed.data) };
      }),
    },
  };
}

/** Rules on the users storage show users of themselves what they show; else who they are. */
async function ownRecord(services: ApiServices, { caller, storage, self, req }: OwnCall): Promise<DataRecord> {
  const record = await getRecord(services.records, storage, { id: self.key });
  const access = await accessTo(services, { caller, storage, res: req.res });
  return access?.sees(record) ?? shownToSelf(caller, storage, record);
}

/** A page of what is kept of a user. The first one begins with the user’s own record and sessions. */
async function ownExport(services: ApiServices, call: OwnCall): Promise<Answer> {
  const { caller, self, storage, req } = call;
  const cursor = textOf(req, 'cursor') || undefined;
  const [{ ownRecordsPage }, { storedGrants }] = await Promise.all([
    import('../../domain/app-users/own-export.ts'), // once for each person, if at all
    import('../../domain/grants/stored-grants.ts'),
  ]);
  const own =
    cursor === undefined ? { user: await ownRecord(services, call), sessions: await listSessions(services.records, storage, self) } : {};
  const page = await ownRecordsPage(
    {
      records: services.records,
      reachIn: reachOfCaller(services, { caller, res: req.res }).reachIn,
      rulesOf: async ({ id, data }) => (data.access ? storedGrants(services.records, id, data.access.version) : []),
    },
    { projectId: caller.projectId, userId: caller.userId ?? '', cursor },
  );
  return { ...own, ...page };
}

/** @returns what a session keeps of the machine that begins it */
export async function seenFrom(req: Request): Promise<SeenCaller> {
  const { ip, userAgent } = originOf(req);
  return { userAgent, ...(isLoopback(ip) ? { country: null, city: null } : await placeOf(req, ip)) };
}
