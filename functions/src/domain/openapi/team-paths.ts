import { fullProof } from './full-proof.ts';
import { type ByUser, inPath, type Parameter, type PathItem, success } from './operation.ts';
import type { Schema } from './schema.ts';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const done = success({ message: text });
const team: Record<string, Schema> = { id: text, name: text, role: text, createdAt: time };
const own: Schema = { type: 'object', properties: { ...team, members: { type: 'integer' } } };
const member: Schema = { type: 'object', properties: { userId: text, username: text, role: text, since: time } };
const details = success({ data: { type: 'object', properties: { ...team, members: { type: 'array', items: member } } } });
const invitation: Schema = { type: 'object', properties: { id: text, email: text, role: text, createdAt: time, expiresAt: time } };

/** The teams of app users, by their access tokens. */
export function teamPaths(
  base: string,
  { byUser, parameters }: { byUser: ByUser; parameters: readonly Parameter[] },
): Record<string, PathItem> {
  const body = (properties: Record<string, Schema>, required: string[] = []) => ({
    body: { 'application/json': { type: 'object', properties, required } },
  });
  const one = { parameters: [...parameters, inPath('teamId')] };
  const ofMember = { parameters: [...one.parameters, inPath('userId')] };
  return {
    [`${base}/teams`]: {
      get: byUser('Teams', 'The teams of the user', { answer: success({ data: { type: 'array', items: own } }) }),
      post: byUser('CreateTeam', 'Make a team, which the user owns', {
        answer: success({ data: own }),
        ...body({ name: text }, ['name']),
        answers: { 201: success({ data: own }) },
      }),
    },
    [`${base}/teams/join`]: {
      post: byUser('JoinTeam', 'Join a team by an invitation', { answer: success({ data: own }), ...body({ token: text }, ['token']) }),
    },
    [`${base}/teams/{teamId}`]: {
      get: byUser('Team', 'A team with its members', { answer: details, ...one }),
      patch: byUser('RenameTeam', 'Give a team another name', { answer: details, ...body({ name: text }, ['name']), ...one }),
    },
    [`${base}/teams/{teamId}/delete`]: {
      post: byUser('DeleteTeam', 'Delete a team; its records stay', { answer: done, ...body(fullProof), ...one }),
    },
    [`${base}/teams/{teamId}/leave`]: { post: byUser('LeaveTeam', 'Leave a team', { answer: done, ...one }) },
    [`${base}/teams/{teamId}/hand-over`]: {
      post: byUser('HandOverTeam', 'Make a member the owner in the user’s place', {
        answer: done,
        ...body({ userId: text, ...fullProof }, ['userId']),
        ...one,
      }),
    },
    [`${base}/teams/{teamId}/members/{userId}`]: {
      patch: byUser('ChangeTeamRole', 'Give a member another role', {
        answer: done,
        ...body({ role: text, ...fullProof }, ['role']),
        ...ofMember,
      }),
      delete: byUser('RemoveTeamMember', 'Take a member out of a team', { answer: done, ...ofMember }),
    },
    [`${base}/teams/{teamId}/invitations`]: {
      get: byUser('TeamInvitations', 'The open invitations of a team', {
        answer: success({ data: { type: 'array', items: invitation } }),
        ...one,
      }),
      post: byUser('InviteToTeam', 'Mail somebody the way into a team', {
        answer: success({ data: invitation }),
        ...body({ email: text, role: text, ...fullProof }, ['email']),
        ...one,
        answers: { 201: success({ data: invitation }) },
      }),
    },
    [`${base}/teams/{teamId}/invitations/{invitationId}`]: {
      delete: byUser('RevokeTeamInvitation', 'Take an invitation back', {
        answer: done,
        parameters: [...one.parameters, inPath('invitationId')],
      }),
    },
  };
}
