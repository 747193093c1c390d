import { beforeAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

let admin: Admin;
let project = '';

beforeAll(async () => {
  admin = await anAdmin('Sandra Sandbox');
  project = (await aProject(admin, 'Tries')).id;
});

const send = (body: object) => () => ({ path: `/app/project/${project}/sandbox/send`, token: admin.token, body });
const refused = { status: 400, code: 'invalid-argument' } as const;

scenarios('the sandbox’s proxied send', [
  ...[
    'http://127.0.0.1:5000/',
    'http://localhost/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data',
    'http://2130706433/',
    // Covers S1-2.5-20
  ].map((url) => ({ name: `${url} is refused`, send: send({ url }), ...refused, field: 'url' })),
  { name: 'another protocol is refused', send: send({ url: 'file:///etc/passwd' }), ...refused, field: 'url' },
  { name: 'a header of the connection is refused', send: send({ url: 'https://example.com', headers: { Host: 'inner' } }), ...refused },
  {
    name: 'a header with a line break is refused',
    send: send({ url: 'https://example.com', headers: { 'X-A': 'a\r\nX-B: b' } }),
    ...refused,
  },
]);

test('a person sends sixty requests a minute', async () => {
  const { token } = await aMember(admin, 'developer', project);
  const attempt = () => call({ ...send({ url: 'http://127.0.0.1:5000/' })(), token });
  const statuses = [];
  for (let i = 0; i < 61; i += 1) statuses.push((await attempt()).status);
  expect([...new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([400, 429]);
});
