import { beforeAll } from 'vitest';
import { type Admin, anAdmin, aProject } from '../support/personas.ts';
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
