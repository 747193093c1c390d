import { Email, limits } from '@bedplate/contract';
import { z } from 'zod';
import { handle } from '../../http/handle.ts';
import type { Answer } from '../../http/handle.ts';
import type { RouteTable } from '../../http/routes.ts';
import { nameOf } from '../../validation/inputs.ts';
import type { ApiServices } from './api-services.ts';
import { appNameOf } from './app-name.ts';
import { fullProof, provedBy } from './full-proof.ts';
import { guarded, identifyCaller, paidCall } from './guards.ts';
import { type OwnCall, ownCall, ownEndpoints } from './own-call.ts';
import { onlyParameters } from './storage-call.ts';

const Role = nameOf(40);
const Named = z.object({ name: nameOf(limits.nameLength) });
const Invited = z.object({ ...fullProof, email: Email, role: Role.default('member') });
const Joining = z.object({ token: z.string().min(1).max(300) });
const HandingOver = z.object({ ...fullProof, userId: z.string().min(1).max(200) });
const Promoted = z.object({ ...fullProof, role: Role });
const Deletion = z.object(fullProof);

/** The teams of a user, by an access token. */
export function teamTable(services: ApiServices): RouteTable {
  const own = ownEndpoints(services);
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  // Few storages have teams.
  const teams = () => import('../../domain/app-teams/own-teams.ts');
  const members = () => import('../../domain/app-teams/members.ts');
  const invitations = () => import('../../domain/app-teams/team-invitations.ts');
  const remove = (run: (call: OwnCall) => Promise<Answer>) => ({
    delete: handle(guard, {}, async ({ caller, req }) => {
      onlyParameters(req, 'this call', []);
      return run(await ownCall(services, caller, req));
    }),
  });
  const patch = <B extends z.ZodType>(body: B, run: (call: OwnCall, input: z.infer<B>) => Promise<Answer>) => ({
    patch: handle(guard, { body }, async ({ caller, req, body: input }) => {
      onlyParameters(req, 'this call', []);
      return run(await ownCall(services, caller, req), input);
    }),
  });
  const of = ({ self, req }: OwnCall) => ({ key: self.key, id: String(req.params.teamId) });
  const memberOf = (call: OwnCall) => ({ ...of(call), userId: String(call.req.params.userId) });
  return {
    '/users/:storageId/teams': {
      ...own.get(async ({ storage, self }) => ({ data: await (await teams()).listTeams(services, storage, self) })),
      ...own.post(Named, async ({ storage, self, req }, { name }) => {
        const data = await (await teams()).createTeam(services, storage, { key: self.key, name });
        req.res?.status(201);
        return { data };
      }),
    },
    '/users/:storageId/teams/join': own.post(Joining, async ({ storage, self }, { token }) => ({
      data: await (await invitations()).joinTeam(services, storage, { key: self.key, token }),
    })),
    '/users/:storageId/teams/:teamId': {
      ...own.get(async (call) => ({ data: await (await teams()).getTeam(services, call.storage, of(call)) })),
      ...patch(Named, async (call, { name }) => ({
        data: await (await teams()).renameTeam(services, call.storage, { ...of(call), name }),
      })),
    },
    '/users/:storageId/teams/:teamId/delete': own.post(Deletion, async (call, proof) => {
      await (await teams()).deleteTeam(services, call.storage, { ...provedBy(call, proof), id: of(call).id });
      return { message: 'The team is gone.' };
    }),
    '/users/:storageId/teams/:teamId/leave': own.post(z.object({}), async (call) => {
      await (await members()).leaveTeam(services, call.storage, of(call));
      return { message: 'You have left the team.' };
    }),
    '/users/:storageId/teams/:teamId/hand-over': own.post(HandingOver, async (call, { userId, ...proof }) => {
      const given = { ...provedBy(call, proof), id: of(call).id, userId };
      await (await members()).handOver(services, call.storage, given);
      return { message: 'The team has another owner.' };
    }),
    '/users/:storageId/teams/:teamId/members/:userId': {
      ...patch(Promoted, async (call, { role, ...proof }) => {
        const { id, userId } = memberOf(call);
        await (await members()).changeRole(services, call.storage, { ...provedBy(call, proof), id, userId, role });
        return { message: 'The member has another role.' };
      }),
      ...remove(async (call) => {
        await (await members()).removeMember(services, call.storage, memberOf(call));
        return { message: 'The member is out of the team.' };
      }),
    },
    '/users/:storageId/teams/:teamId/invitations': {
      ...own.get(async (call) => ({ data: await (await invitations()).teamInvitations(services, call.storage, of(call)) })),
      ...own.post(Invited, async (call, { email, role, ...proof }) => {
        const appName = await appNameOf(services, call.storage);
        const data = await (await invitations()).inviteToTeam(services, call.storage, {
          ...provedBy(call, proof),
          id: of(call).id,
          email,
          role,
          appName,
        });
        call.req.res?.status(201);
        return { data };
      }),
    },
    '/users/:storageId/teams/:teamId/invitations/:invitationId': remove(async (call) => {
      const given = { ...of(call), invitationId: String(call.req.params.invitationId) };
      await (await invitations()).revokeTeamInvitation(services, call.storage, given);
      return { message: 'The invitation is taken back.' };
    }),
  };
}
