import type {
  AppTeam as Team,
  AppTeamDetails as TeamDetails,
  AppTeamInvitation as TeamInvitation,
  AppTeamMember as TeamMember,
} from '@bedplate/contract/app-users';
import { type ClientOptions, transportOf } from '../transport/client-options.ts';
import type { Call, CallOptions } from '../transport/transport.ts';
import { once, type OwnProof } from './users.ts';

export type { Team, TeamDetails, TeamInvitation, TeamMember };

export interface Teams {
  /** Lists the person's teams by name, with their role in each. */
  list(options?: CallOptions): Promise<Team[]>;
  /**
   * Makes a team, which the person owns.
   * @throws {BedplateError} `permission-denied` where the storage has no teams, `conflict` for the
   * thirty-first of a person
   */
  create(team: { name: string }, options?: CallOptions): Promise<Team>;
  /** Gets a team with its members. @throws {BedplateError} `not-found` for the team of others */
  get(id: string, options?: CallOptions): Promise<TeamDetails>;
  rename(id: string, name: string, options?: CallOptions): Promise<TeamDetails>;
  /**
   * Deletes a team for all its members; records that name it stay.
   * @throws {BedplateError} `permission-denied` without the present password, or, of a person who
   * has none, a sign-in of the last ten minutes
   */
  remove(id: string, proof?: OwnProof, options?: CallOptions): Promise<void>;
  /**
   * Mails somebody the way into a team. The person signs in with that address, and sends what stands
   * after `#team=` in the address of your page, or in the mail, with `join`.
   * @param invited `role` is `member` when absent, one of the storage's own, or `owner`, with a proof
   */
  invite(id: string, invited: { email: string; role?: string } & OwnProof, options?: CallOptions): Promise<TeamInvitation>;
  /** Lists the invitations that nobody has accepted yet. */
  invitations(id: string, options?: CallOptions): Promise<TeamInvitation[]>;
  revokeInvitation(id: string, invitationId: string, options?: CallOptions): Promise<void>;
  /** @throws {BedplateError} `unauthenticated` for an invitation that is another's, was used, or is too old */
  join(token: string, options?: CallOptions): Promise<Team>;
  /** @throws {BedplateError} `conflict` for the only owner, who hands over first */
  leave(id: string, options?: CallOptions): Promise<void>;
  /**
   * Gives a member another role. Who becomes an owner, or is none any more, takes a proof.
   * @throws {BedplateError} `permission-denied` for who does not own the team, and without that proof
   */
  changeRole(id: string, userId: string, to: { role: string } & OwnProof, options?: CallOptions): Promise<void>;
  /** Takes a member out, who sees the team's records no more. @throws {BedplateError} `conflict` for an owner, who gets another role first */
  removeMember(id: string, userId: string, options?: CallOptions): Promise<void>;
  /**
   * Makes a member the owner in the person's place.
   * @throws {BedplateError} `permission-denied` without the present password, or, of a person who
   * has none, a sign-in of the last ten minutes
   */
  handOver(id: string, to: { userId: string } & OwnProof, options?: CallOptions): Promise<void>;
}

/**
 * The teams of a person, by their access token.
 * @example
 * const teams = createTeams({ endpoint, projectId, token: () => session.accessToken }, usersId);
 * const { id } = await teams.create({ name: 'Crew' });
 * await teams.invite(id, { email: 'ann@example.com', role: 'editor' });
 */
export function createTeams(options: ClientOptions, usersId: string): Teams {
  const transport = transportOf(options);
  const part = encodeURIComponent;
  const send = <R>({ path, ...call }: Call) => transport.send<R>({ ...call, path: `/users/${part(usersId)}/teams${path}` });
  const post = <R>(path: string, body: object, call: CallOptions | undefined) => send<R>({ method: 'POST', path, body, ...once(call) });
  const drop = async (path: string, call: CallOptions | undefined) => {
    await send({ method: 'DELETE', path, safe: true, options: call });
  };
  return {
    list: async (call) => (await send<{ data: Team[] }>({ method: 'GET', path: '', options: call })).data,
    create: async (team, call) => (await post<{ data: Team }>('', team, call)).data,
    get: async (id, call) => (await send<{ data: TeamDetails }>({ method: 'GET', path: `/${part(id)}`, options: call })).data,
    rename: async (id, name, call) =>
      (await send<{ data: TeamDetails }>({ method: 'PATCH', path: `/${part(id)}`, body: { name }, options: call })).data,
    async remove(id, proof = {}, call) {
      await post(`/${part(id)}/delete`, proof, call);
    },
    invite: async (id, invited, call) => (await post<{ data: TeamInvitation }>(`/${part(id)}/invitations`, invited, call)).data,
    invitations: async (id, call) =>
      (await send<{ data: TeamInvitation[] }>({ method: 'GET', path: `/${part(id)}/invitations`, options: call })).data,
    revokeInvitation: (id, invitation, call) => drop(`/${part(id)}/invitations/${part(invitation)}`, call),
    join: async (token, call) => (await post<{ data: Team }>('/join', { token }, call)).data,
    async leave(id, call) {
      await post(`/${part(id)}/leave`, {}, call);
    },
    async changeRole(id, userId, to, call) {
      await send({ method: 'PATCH', path: `/${part(id)}/members/${part(userId)}`, body: to, ...once(call) });
    },
    removeMember: (id, userId, call) => drop(`/${part(id)}/members/${part(userId)}`, call),
    async handOver(id, to, call) {
      await post(`/${part(id)}/hand-over`, to, call);
    },
  };
}
