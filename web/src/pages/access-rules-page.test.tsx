import {
  type AccessAnswer,
  type AccessChange,
  type AccessImpact,
  type AccessVersion,
  type Grants,
  type GrantVerb,
  grantVerbs,
  type Role,
  type TriedAs,
  type TriedDecision,
} from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aPage, aProject, aStorage } from '../testing/builders.ts';
import { type FakeRoutes, fakeServer, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

beforeAll(() => Promise.all([import('./access-rules-page.tsx'), import('../app/shell/shell.tsx')]), 60_000);

const base = '/app/project/p1/dataStorages/s1/access';
const own: Grants = [{ who: { owner: 'userId' }, verbs: ['list', 'read', 'update'], fields: { readOnly: ['state'] } }];
const none = { users: 0, keys: 0, records: 0 };

function open({
  grants = own,
  version = 2,
  impact = {},
  versions = [],
  routes = {},
  role = 'admin',
}: {
  grants?: Grants;
  version?: number;
  impact?: Partial<AccessImpact>;
  versions?: AccessVersion[];
  routes?: FakeRoutes;
  role?: Role;
} = {}) {
  signInAs({ role });
  let answer: AccessAnswer = { version, grants, live: { users: 'own', keys: 'none' }, remarks: [] };
  const server = fakeServer({
    'GET /app/projects': () => ({ success: true, data: [aProject()], pagination: { page: 1, limit: 100, totalCount: 1, totalPages: 1 } }),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/dataStorages/users': () => ({ success: true, data: [aStorage({ id: 's1', storageName: 'Notes' })] }),
    'GET /app/keys': () => ({ success: true, data: [] }),
    [`GET ${base}`]: () => ({ success: true, data: answer }),
    [`GET ${base}/versions`]: () => ({ success: true, data: versions }),
    [`POST ${base}/impact`]: () => ({
      success: true,
      data: { users: 3, records: 9, isWhole: true, lost: none, won: none, live: { users: 'none', keys: 'none' }, remarks: [], ...impact },
    }),
    [`PUT ${base}`]: ({ body }) => {
      answer = { ...answer, version: answer.version + 1, grants: (body as AccessChange).grants };
      return { success: true, data: answer };
    },
    ...routes,
  });
  return { server, ...renderApp('/project/p1/data-storage/s1/access') };
}
/** Users of the app, found as the server finds them. */
const find = 'GET /app/project/p1/dataStorages/s2';
const ofUsers = [
  { id: 'u7', name: 'Ann Lee', email: 'lee@example.test' },
  { id: 'u8', name: 'Ann Lee', email: 'ann@example.test' },
  { id: 'u9', name: 'Anna', email: 'anna@example.test' },
];
const people: FakeRoutes = {
  'GET /app/dataStorages/users': () => ({ success: true, data: [aStorage(), aStorage({ id: 's2', storageKey: 'users' })] }),
  [find]: ({ query }) => {
    const term = (query.get('search') ?? '').toLowerCase();
    return aPage(ofUsers.filter((one) => Object.values(one).some((text) => text.toLowerCase().startsWith(term))));
  },
};
const sentences = async () =>
  within(await screen.findByRole('list', { name: 'Who may do what' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const ownSentence = 'The user in userId may list, read and change records. They do not change state.';

test('where all users and records were looked at, their numbers are exact', async () => {
  const { user } = open({ impact: { lost: { users: 1, keys: 0, records: 5 } } });
  await sentences();
  await user.click(screen.getByRole('button', { name: 'Add a rule' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Add a rule' })).getByRole('button', { name: 'Use this rule' }));
  await user.click(await screen.findByRole('button', { name: 'Review and save' }));
  const review = within(await screen.findByRole('dialog', { name: 'Save these rules?' }));
  expect(await review.findByText('Out of sight for 1 user: 5 records, or some of their fields.')).toBeVisible();
  expect(review.getByText('Looked at: all users, keys and records.')).toBeVisible();
});

test('a rule is made from a template in parts that read as a sentence, and saved after what it changes was shown', async () => {
  const { user, server } = open({ impact: { won: { users: 2, keys: 1, records: 5 }, isWhole: false } });
  expect(await sentences()).toEqual([ownSentence]);
  await user.click(screen.getByRole('button', { name: 'Add a rule' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
  await user.selectOptions(form.getByLabelText('Begin with'), 'Anyone reads what is published');
  await user.type(form.getByLabelText('Fields they do not see'), 'draftNotes, score');
  expect(form.getByRole('status')).toHaveTextContent(
    'Anyone may list and read records where published is true. They do not see draftNotes and score.',
  );
  await user.click(form.getByRole('button', { name: 'Use this rule' }));
  expect(server.to(`PUT ${base}`)).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Review and save' }));
  const review = within(await screen.findByRole('dialog', { name: 'Save these rules?' }));
  expect(await review.findByText(/^In sight of at least 2 users and 1 named key from now on: 5 records/)).toBeVisible();
  expect(review.getByText(/^\+ Anyone may list and read records where published is true/)).toBeVisible();
  expect(review.getByText('Looked at: the newest 3 users and 9 records. There are more.')).toBeVisible();
  await user.click(review.getByRole('button', { name: 'Save rules' }));
  expect(await screen.findByText('Access rules saved')).toBeVisible();
  expect(server.to(`PUT ${base}`).map(({ body }) => body)).toEqual([
    {
      version: 2,
      grants: [
        ...own,
        {
          who: 'anyone',
          verbs: ['list', 'read'],
          if: [[{ field: 'published', op: '=', value: true }]],
          fields: { hidden: ['draftNotes', 'score'] },
        },
      ],
    },
  ]);
  await waitFor(async () => expect(await sentences()).toHaveLength(2));
});

test('a rule that is edited keeps what is not changed, and values keep their types', async () => {
  const rule: Grants[number] = {
    who: { role: ['editor', 'owner'] },
    verbs: ['update'],
    if: [
      [
        { field: 'code', op: '=', value: '12' },
        { field: 'size', op: '>', value: 3 },
        { field: 'team', op: '=', value: '@user.team' },
      ],
    ],
    after: [[{ field: 'state', op: '!=', value: null }]],
    fields: { server: { by: '@user.id' } },
  };
  const { user, server } = open({ grants: [rule] });
  await user.click(await screen.findByRole('button', { name: 'Edit rule 1' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit rule 1' }));
  expect(form.getAllByLabelText('Value').map((input) => (input as HTMLInputElement).value)).toEqual([
    '"12"',
    '3',
    '@user.team',
    'null',
    '@user.id',
  ]);
  await user.click(form.getByRole('checkbox', { name: 'delete' }));
  await user.click(form.getByRole('button', { name: 'Use this rule' }));
  await user.click(await screen.findByRole('button', { name: 'Review and save' }));
  await user.click(await screen.findByRole('button', { name: 'Save rules' }));
  await waitFor(() =>
    expect(server.to(`PUT ${base}`)[0]?.body).toEqual({ version: 2, grants: [{ ...rule, verbs: ['update', 'delete'] }] }),
  );
});

test('what a rule asks of a stored record and has the server set is written in the form', async () => {
  const { user, server } = open({ grants: [] });
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
  expect(form.queryByLabelText('What they store')).toBeNull(); // nobody writes yet
  await user.selectOptions(form.getByLabelText('Begin with'), 'Users see and change their own records');
  await user.selectOptions(form.getByLabelText('What they store'), 'Must meet other conditions');
  const use = form.getByRole('button', { name: 'Use this rule' });
  expect(use).toBeDisabled();
  const after = within(form.getByRole('group', { name: 'Only if the record then is so that' }));
  await user.type(after.getByLabelText('Field'), 'state');
  await user.type(after.getByLabelText('Value'), 'draft');
  expect(use).toBeEnabled();
  const set = within(form.getByRole('group', { name: 'Fields that the server sets' }));
  for (let i = 0; i < 2; i++) await user.click(set.getByRole('button', { name: 'Add a field' }));
  const [by, at] = set.getAllByLabelText('Field');
  const values = set.getAllByLabelText('Value');
  if (!by || !at || !values[1]) throw new Error('two fields are set');
  await user.type(by, 'by');
  await user.type(at, 'by');
  expect(set.getByText('This field is set above.')).toBeVisible();
  expect(use).toBeDisabled();
  await user.clear(at);
  await user.type(at, 'editedAt');
  await user.clear(values[1]);
  await user.type(values[1], '@me');
  expect(use).toBeDisabled();
  await user.clear(values[1]);
  await user.type(values[1], '@now');
  expect(form.getByRole('status')).toHaveTextContent(
    'What they store must be so that state is draft. The server sets by to the id of the user and editedAt to now.',
  );
  await user.click(use);
  await user.click(await screen.findByRole('button', { name: 'Review and save' }));
  await user.click(await screen.findByRole('button', { name: 'Save rules' }));
  await waitFor(() =>
    expect(server.to(`PUT ${base}`)[0]?.body).toMatchObject({
      grants: [{ after: [[{ field: 'state', op: '=', value: 'draft' }]], fields: { server: { by: '@user.id', editedAt: '@now' } } }],
    }),
  );
});

test('a rule that lets anything be stored is edited as one, and alternatives of what is stored stay', async () => {
  const is = (field: string) => ({ field, op: '=' as const, value: 1 });
  const any: Grants[number] = { who: 'signedIn', verbs: ['update'], if: [[is('a')]], after: [[]] };
  const either: Grants[number] = { ...any, after: [[is('a')], [is('b')]] };
  const { user, server } = open({ grants: [any, either] });
  for (const number of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: `Edit rule ${number}` }));
    const form = within(await screen.findByRole('dialog', { name: `Edit rule ${number}` }));
    expect(form.getByLabelText('What they store')).toHaveDisplayValue(number === 1 ? 'May be anything' : 'Must meet other conditions');
    await user.click(form.getByRole('checkbox', { name: 'delete' }));
    await user.click(form.getByRole('button', { name: 'Use this rule' }));
  }
  await user.click(await screen.findByRole('button', { name: 'Review and save' }));
  await user.click(await screen.findByRole('button', { name: 'Save rules' }));
  const verbs = ['update', 'delete'];
  await waitFor(() =>
    expect(server.to(`PUT ${base}`)[0]?.body).toMatchObject({
      grants: [
        { ...any, verbs },
        { ...either, verbs },
      ],
    }),
  );
});

test('as code, what is no list of rules is named and cannot be saved', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'As JSON' }));
  const text = screen.getByLabelText('Rules as JSON');
  expect(text).toBeRequired();
  await user.clear(text);
  expect(screen.getByText('This is not valid JSON.')).toBeVisible();
  await user.click(text);
  await user.paste('[{ "who": "anyone", "verbs": [] }]');
  expect(screen.getByText(/^Rule 1: Name at least one/)).toBeVisible();
  await user.clear(text);
  await user.click(text);
  await user.paste('[{ "who": "anyone", "verbs": ["read"], "if": [{ "field": "price", "op": ">", "value": null }] }]');
  expect(screen.getByText('Rule 1, condition 1 of if, on price: > compares with one value: a number, a time or a text.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Review and save' })).toBeDisabled();
  await user.clear(text);
  await user.click(text);
  await user.paste('[{ "who": "anyone", "verbs": ["read"] }]');
  await user.click(screen.getByRole('button', { name: 'As sentences' }));
  expect(await sentences()).toEqual(['Anyone may read records.']);
});

test('faults are told by the number of their rule, and nothing is saved', async () => {
  const fault = {
    field: 'grants[1].fields.hidden[0]',
    message: 'No record of this storage has a field nosuch. Declare it first, or mend its name.',
  };
  const { user } = open({ routes: { [`POST ${base}/impact`]: () => refuse('invalid-argument', fault.message, [fault]) } });
  await user.click(await screen.findByRole('button', { name: 'Remove rule 1' }));
  await user.click(screen.getByRole('button', { name: 'Review and save' }));
  const review = within(await screen.findByRole('dialog', { name: 'Save these rules?' }));
  expect(await review.findByText(/^Rule 2: No record of this storage has a field nosuch/)).toBeVisible();
  expect(review.getByText(`− ${ownSentence}`)).toBeVisible();
  expect(review.getByRole('button', { name: 'Save rules' })).toBeDisabled();
});

test('whoever saves after somebody else takes nothing back that the other did', async () => {
  const anyone: Grants[number] = { who: 'anyone', verbs: ['read'] };
  const theirs: Grants[number] = { who: 'signedIn', verbs: ['list'] };
  let tries = 0;
  const isTold = Promise.withResolvers<void>();
  let standing: AccessAnswer = { version: 2, grants: [...own, anyone], live: { users: 'own', keys: 'none' }, remarks: [] };
  const { user, server } = open({
    routes: {
      [`GET ${base}`]: () => ({ success: true, data: standing }),
      [`GET ${base}/versions`]: async () => {
        if (tries > 1) await isTold.promise; // a save ends with them
        return { success: true, data: [] };
      },
      [`PUT ${base}`]: ({ body }) => {
        if (++tries === 1) {
          // The other has closed the door for anyone, and opened one for those who are signed in.
          standing = { ...standing, version: 3, grants: [...own, theirs] };
          return refuse('conflict', 'The rules have changed meanwhile.');
        }
        standing = { ...standing, version: 4, grants: (body as AccessChange).grants };
        return { success: true, data: standing };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove rule 1' }));
  await user.click(screen.getByRole('button', { name: 'Review and save' }));
  await user.click(await screen.findByRole('button', { name: 'Save rules' }));
  const review = within(screen.getByRole('dialog', { name: 'Save these rules?' }));
  expect(await review.findByText('The rules have changed meanwhile.')).toBeVisible();
  await waitFor(() => expect(server.to(`POST ${base}/impact`).at(-1)?.body).toEqual({ grants: [theirs] }));
  expect(review.queryByText(/^\+/)).toBeNull();
  await user.click(review.getByRole('button', { name: 'Save rules' }));
  await waitFor(() => expect(server.to(`PUT ${base}`).at(-1)?.body).toEqual({ version: 3, grants: [theirs] }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Review and save', hidden: true })).toBeDisabled());
  isTold.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.to(`POST ${base}/impact`)).toHaveLength(2); // what is saved is not tried again
});

test('rules of an earlier version are taken up again', async () => {
  const grants: Grants = [{ who: 'signedIn', verbs: ['read'] }];
  const { user } = open({ versions: [{ version: 1, grants, savedAt: '2026-01-01T00:00:00.000Z', savedBy: 'Ada' }] });
  expect(await screen.findByText(`Version 1, by Ada · ${new Date('2026-01-01T00:00:00.000Z').toLocaleString()}`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit version 1' }));
  expect(await sentences()).toEqual(['Signed-in users may read records.']);
  expect(screen.getByRole('button', { name: 'Review and save' })).toBeEnabled();
});

test('unsaved rules are tried as a user: what a list and a read show, and rule by rule each verb', async () => {
  const tried: TriedAs = {
    looked: 9,
    listed: 1,
    fields: ['title'],
    saved: null,
    shown: [{ id: 'r1', createdAt: '', updatedAt: '', title: 'Mine' }],
    record: null,
    decisions: grantVerbs.map((verb) => ({ version: 0, verb, record: null, verdicts: [{ outcome: verb === 'list' ? 'held' : 'verb' }] })),
  };
  const { user, server } = open({ routes: { ...people, [`POST ${base}/try-as`]: () => ({ success: true, data: tried }) } });
  const panel = within(await screen.findByRole('region', { name: 'Try as somebody' }));
  expect(panel.getByRole('button', { name: 'Try' })).toBeDisabled();
  const input = panel.getByRole('combobox', { name: 'User' });
  await waitFor(() => expect(input).toBeEnabled());
  await user.type(input, 'lee@');
  const found = await screen.findByRole('option', { name: /lee@example/ });
  expect(found).toHaveTextContent('Ann Leelee@example.testu7');
  await user.click(found);
  await waitFor(() => expect(input).toHaveValue('Ann Lee'));
  await user.click(panel.getByRole('button', { name: 'Try' }));
  expect(await panel.findByText('Of the newest 9 records, a list shows 1 record.')).toBeVisible();
  expect(server.to(`POST ${base}/try-as`)[0]?.body).toEqual({ as: { user: 'u7' }, grants: own });
  const verbs = within(panel.getByRole('list', { name: 'Try as somebody' })).getAllByRole('listitem');
  expect(verbs.map((verb) => verb.firstChild?.textContent)).toEqual([
    'list: a rule holds',
    'read: refused',
    'create: refused',
    'change: refused',
    'delete: refused',
  ]);
  // A list looks at no single record, so that none can have met the rule yet.
  expect(verbs[0]).toHaveTextContent(/Rule 1: Lists the records that it is about\.$/);
  // A trial says nothing of other rules.
  await user.click(screen.getByRole('button', { name: 'Remove rule 1' }));
  await waitFor(() => expect(panel.queryByRole('list', { name: 'Try as somebody' })).toBeNull());
});

test('a save is tried as a visitor, beside what the saved rules say; what is no JSON object is not sent', async () => {
  const decision = (verb: GrantVerb, part: Partial<TriedDecision>): TriedDecision => ({
    version: 0,
    verb,
    record: null,
    verdicts: [],
    ...part,
  });
  const tried: TriedAs = {
    looked: 9,
    listed: 1,
    fields: ['title', 'slug'],
    shown: [],
    record: null,
    decisions: [
      decision('list', { verdicts: [{ outcome: 'held' }] }),
      decision('create', { passes: true, verdicts: [{ outcome: 'held' }], left: { title: 'Tea', by: 'u7' } }),
      decision('update', { passes: false, verdicts: [{ outcome: 'held' }], refusal: [{ field: 'title', message: 'title is too long.' }] }),
    ],
    saved: {
      listed: 4,
      fields: ['note', 'title'],
      shown: [],
      record: { id: 'r1', createdAt: '', updatedAt: '' },
      decisions: [
        decision('list', { verdicts: [{ outcome: 'who' }, { outcome: 'held' }] }),
        decision('create', { passes: false, verdicts: [{ outcome: 'who' }] }),
        decision('update', { verdicts: [{ outcome: 'who' }] }),
      ],
    },
  };
  const { user, server } = open({ routes: { ...people, [`POST ${base}/try-as`]: () => ({ success: true, data: tried }) } });
  const panel = within(await screen.findByRole('region', { name: 'Try as somebody' }));
  await user.selectOptions(panel.getByLabelText('As'), 'A visitor who is not signed in');
  expect(panel.getByText(/^Rules for anyone are about every visitor/)).toBeVisible();
  expect(panel.queryByRole('combobox', { name: 'User' })).toBeNull();
  const values = panel.getByLabelText('Values to save, as JSON');
  await user.click(values);
  await user.paste('["Tea"]');
  expect(panel.getByText('Write a JSON object, such as {"title": "Tea"}.')).toBeVisible();
  expect(panel.getByRole('button', { name: 'Try' })).toBeDisabled();
  await user.clear(values);
  await user.click(values);
  await user.paste('{ "title": "Tea" }');
  await user.click(panel.getByRole('button', { name: 'Try' }));
  const beside = await panel.findByRole('table', { name: 'Saved rules and these rules side by side' });
  expect(server.to(`POST ${base}/try-as`)[0]?.body).toEqual({ as: { visitor: true }, grants: own, values: { title: 'Tea' } });
  const cells = within(beside)
    .getAllByRole('row')
    .map((row) => Array.from(row.children, ({ textContent }) => textContent));
  expect(cells).toEqual([
    ['Compared', 'Saved rules', 'These rules'],
    ['In a list, of the newest 9 records', '4 records', '1 record'],
    ['Fields seen', 'note, title', 'title, slug− note+ slug'],
    ['The record', 'Shown', 'Out of sight'],
    ['list', 'Allowed by rule 2', 'Allowed by rule 1'],
    ['create', 'Refused', 'Allowed by rule 1'],
    ['change', 'Refused', 'Refused: title is too long.'],
  ]);
  const verbs = within(panel.getByRole('list', { name: 'Try as somebody' })).getAllByRole('listitem');
  expect(verbs[1]).toHaveTextContent(/^create: would pass, by rule 1Rule 1: Held\.It would be stored as.*"by": "u7"/);
  expect(verbs[2]).toHaveTextContent(/^change: would be refused, whatever the rules saytitle is too long\./);
});

test('whoever types the whole name or address of a user means that one, unless two have the name', async () => {
  const { user, server } = open({
    routes: { ...people, [`POST ${base}/try-as`]: () => refuse('invalid-argument', 'There is nobody.') },
  });
  const panel = within(await screen.findByRole('region', { name: 'Try as somebody' }));
  const input = panel.getByRole('combobox', { name: 'User' });
  await waitFor(() => expect(input).toBeEnabled());
  const typed = async (text: string) => {
    await user.clear(input);
    await user.type(input, text);
    expect(await screen.findByRole('option', { name: /ann@example/ })).toBeVisible();
    await user.tab();
  };
  await typed('ANN@example.test');
  await waitFor(() => expect(input).toHaveValue('Ann Lee'));
  await user.click(panel.getByRole('button', { name: 'Try' }));
  await waitFor(() => expect(server.to(`POST ${base}/try-as`)[0]?.body).toMatchObject({ as: { user: 'u8' } }));
  await typed('Ann Lee');
  expect(await panel.findByText('No user of this name, email or ID. Choose one of the list.')).toBeVisible();
  expect(input).toHaveValue('Ann Lee');
});

test('a project without app users says so, and its rules are tried as a key', async () => {
  const { user, server } = open({ routes: { [`POST ${base}/try-as`]: () => refuse('invalid-argument', 'There is nobody.') } });
  const panel = within(await screen.findByRole('region', { name: 'Try as somebody' }));
  expect(await panel.findByText('This project has no users storage yet.')).toBeVisible();
  expect(panel.getByRole('combobox', { name: 'User' })).toBeDisabled();
  await user.selectOptions(panel.getByLabelText('As'), 'Each named key');
  await user.click(panel.getByRole('button', { name: 'Try' }));
  await waitFor(() => expect(server.to(`POST ${base}/try-as`)[0]?.body).toEqual({ as: { key: '*' }, grants: own }));
});

test('a developer writes rules without a look at the keys of the account, which are not theirs to see', async () => {
  const { server } = open({ role: 'developer' });
  expect(await screen.findByRole('button', { name: 'Add a rule' })).toBeVisible();
  await waitFor(() => expect(server.to(`GET ${base}/versions`)).toHaveLength(1));
  expect(server.to('GET /app/keys')).toHaveLength(0);
});
