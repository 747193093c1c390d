import { expect, test, vi } from 'vitest';
import { createTeams } from './teams.ts';

test('each method of teams is one call below the users storage', async () => {
  const seen: [string, unknown][] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (url, init) => {
    const path = new URL(String(url)).pathname.replace('/api/users/u1/teams', '');
    seen.push([`${init?.method} ${path}`, init?.body === undefined ? undefined : JSON.parse(String(init.body))]);
    return Response.json({ success: true, data: { id: 't1' } });
  });
  const teams = createTeams({ endpoint: 'https://app.test', projectId: 'p1', token: 'bpu_x', fetch }, 'u1');
  expect(await teams.create({ name: 'Crew' })).toEqual({ id: 't1' });
  await teams.list();
  await teams.get('t/1');
  await teams.rename('t1', 'Band');
  await teams.invite('t1', { email: 'a@b.test', role: 'editor' });
  await teams.invitations('t1');
  await teams.revokeInvitation('t1', 'i1');
  await teams.join('t1.i1.x');
  await teams.changeRole('t1', 'u/2', { role: 'owner', currentPassword: 'x', code: '1' });
  await teams.removeMember('t1', 'u2');
  await teams.handOver('t1', { userId: 'u2', currentPassword: 'x' });
  await teams.leave('t1');
  await teams.remove('t1', { currentPassword: 'x' });
  expect(seen).toEqual([
    ['POST ', { name: 'Crew' }],
    ['GET ', undefined],
    ['GET /t%2F1', undefined],
    ['PATCH /t1', { name: 'Band' }],
    ['POST /t1/invitations', { email: 'a@b.test', role: 'editor' }],
    ['GET /t1/invitations', undefined],
    ['DELETE /t1/invitations/i1', undefined],
    ['POST /join', { token: 't1.i1.x' }],
    ['PATCH /t1/members/u%2F2', { role: 'owner', currentPassword: 'x', code: '1' }],
    ['DELETE /t1/members/u2', undefined],
    ['POST /t1/hand-over', { userId: 'u2', currentPassword: 'x' }],
    ['POST /t1/leave', {}],
    ['POST /t1/delete', { currentPassword: 'x' }],
  ]);
});
