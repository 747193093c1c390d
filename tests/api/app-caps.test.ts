import { beforeAll } from 'vitest';
import { type Admin, aMember, anAdmin, aProject } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

let admin: Admin;
let stranger: Admin;
let project = '';
let developer = '';

beforeAll(async () => {
  admin = await anAdmin('Cara Cap');
  stranger = await anAdmin('Stan Stranger');
  project = (await aProject(admin, 'Capped')).id;
  developer = (await aMember(admin, 'developer', project)).token;
});

const caps = { project: { credits: 1_000, per: 'month' }, appUser: { credits: 10, per: 'day' } };
const put = (token: string, body: unknown) => ({ method: 'PUT' as const, path: `/app/project/${project}/caps`, token, body });

scenarios('the caps of a project', [
  { name: 'an admin sets them', send: () => put(admin.token, caps), status: 200, contains: { data: { ...caps, used: 0 } } },
  {
    name: 'an admin reads them',
    send: () => ({ path: `/app/project/${project}/caps`, token: admin.token }),
    status: 200,
    contains: { data: caps },
  },
  { name: 'a developer', send: () => put(developer, caps), status: 403, code: 'permission-denied' },
  { name: 'another account', send: () => put(stranger.token, caps), status: 404, code: 'not-found' },
  {
    name: 'a half credit',
    send: () => put(admin.token, { ...caps, project: { credits: 1.5, per: 'month' } }),
    status: 400,
    field: 'project.credits',
  },
  { name: 'a year', send: () => put(admin.token, { ...caps, appUser: { credits: 1, per: 'year' } }), status: 400, field: 'appUser.per' },
  { name: 'one of the two', send: () => put(admin.token, { project: null }), status: 400, field: 'appUser' },
]);
