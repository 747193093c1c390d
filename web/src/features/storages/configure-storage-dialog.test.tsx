import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aStorage } from '../../testing/builders.ts';
import { refuse } from '../../testing/fake-server.ts';
import { openDataStorage as open } from '../../testing/open-data-storage.tsx';

// Covers S1-2.3-18, S1-2.3-19, S1-2.3-20, S1-4-07, S1-8-02
test('configuring starts from the stored values and updates', async () => {
  const storage = aStorage({ is_softDelete: true });
  const { user, to } = open(
    {
      'PUT /app/project/:id/dataStorages/:storageId': () => {
        storage.storageName = 'Goods';
        return { success: true };
      },
    },
    { storages: [storage] },
  );
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  const dialog = screen.getByRole('dialog', { name: 'Configure Data Storage' });
  expect(within(dialog).getByLabelText('Storage Key')).toHaveValue('products');
  expect(within(dialog).getByLabelText('Enable Soft Delete')).toBeChecked();
  expect(within(dialog).getByTitle('A one-word plural key used as an endpoint (e.g. users, tickets).')).toBeVisible();
  await user.clear(within(dialog).getByLabelText('Storage Name'));
  await user.type(within(dialog).getByLabelText('Storage Name'), 'Goods');
  await user.click(within(dialog).getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Storage updated successfully!')).toBeVisible();
  expect(to('PUT /app/project/p1/dataStorages/s1')[0]?.body).toEqual({ newName: 'Goods' }); // somebody else may have changed the rest meanwhile
  expect(await screen.findByRole('row', { name: /Goods/ })).toBeVisible();
});

test('an address opens the settings of a storage that is not on this page, and forgets it when they close', async () => {
  const storages = Array.from({ length: 12 }, (_, i) => aStorage({ id: `s${i}`, storageName: `Storage ${i}` }));
  const own = { 'GET /app/dataStorages/users': () => ({ success: true, data: storages }) };
  const { user, address } = open(own, { storages, search: '?settings=s11' });
  const dialog = await screen.findByRole('dialog', { name: 'Configure Data Storage' });
  expect(within(dialog).getByLabelText('Storage Name')).toHaveValue('Storage 11');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/project/p1/data-storage');
});

test('settings that an address opened stay with what is typed when the storage leaves the list', async () => {
  let own = [aStorage()];
  const { user, to } = open({ 'GET /app/dataStorages/users': () => ({ success: true, data: own }) }, { search: '?settings=s1' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Configure Data Storage' }));
  const name = dialog.getByLabelText('Storage Name');
  await user.type(name, ' and more');
  own = []; // others have archived it
  const now = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(now); // the list is old by now, so a look at the page reads it again
  const reads = to('GET /app/dataStorages/users').length;
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(to('GET /app/dataStorages/users').length).toBeGreaterThan(reads));
  expect(name).toHaveValue('Products and more');
});

test('somebody who may not change storages gets no settings by an address', async () => {
  const own = { 'GET /app/dataStorages/users': () => ({ success: true, data: [aStorage()] }) };
  open(own, { role: 'user', search: '?settings=s1' });
  await screen.findByText('products');
  expect(screen.queryByRole('dialog')).toBeNull();
});

// Covers S1-2.3-21, S1-2.3-22, S1-2.3-23, S1-8-04
test('deleting asks first; Keep sends nothing, Delete empties the list', async () => {
  const storages = [aStorage()];
  const { user, to } = open(
    {
      'DELETE /app/project/:id/dataStorages/:storageId': () => {
        storages.pop();
        return { success: true };
      },
    },
    { storages },
  );
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const confirmation = await screen.findByRole('dialog', { name: 'Delete Storage?' });
  expect(within(confirmation).getByText('Are you certain you want to delete this storage?')).toBeVisible();
  expect(within(confirmation).getByText('Products')).toBeVisible();
  await user.click(within(confirmation).getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete Storage?' })).toBeNull());
  expect(to('DELETE /app/project/p1/dataStorages/s1')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const read = () => to('GET /app/project/p1/dataStorages/s1/settings').length;
  await waitFor(() => expect(read()).toBeGreaterThan(0));
  const before = read();
  await user.click(within(await screen.findByRole('dialog', { name: 'Delete Storage?' })).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Storage deleted successfully!')).toBeVisible();
  expect(await screen.findByText('No Data')).toBeVisible();
  expect(read()).toBe(before); // they would be answered 404
});

test.each([
  // Covers S1-8-01
  ['PUT /app/project/:id/dataStorages/:storageId', 'Update', 'Failed to update storage.'],
  // Covers S1-8-03
  ['DELETE /app/project/:id/dataStorages/:storageId', 'Delete', 'Failed to delete storage.'],
])('a failure of %s without words shows its own', async (route, button, text) => {
  const { user } = open({ [route]: () => new Response('{}', { status: 500 }) });
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.click(screen.getByRole('button', { name: button }));
  if (button === 'Delete')
    await user.click(within(await screen.findByRole('dialog', { name: 'Delete Storage?' })).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(text)).toBeVisible();
});

test('what app users may do is a setting of its own, sent when it changes', async () => {
  const { user, to } = open({ 'PUT /app/project/:id/dataStorages/:storageId': () => ({ success: true }) });
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.selectOptions(screen.getByLabelText('May read'), 'Own records');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Storage updated successfully!');
  expect(to('PUT /app/project/p1/dataStorages/s1')[0]?.body).toEqual({ endUserAccess: { read: 'own' } });
});

test('what passwords of app users must be is a setting of a users storage alone', async () => {
  const storages = [aStorage(), aStorage({ id: 's2', storageName: 'People', storageKey: 'users' })];
  const { user, to } = open({ 'PUT /app/project/:id/dataStorages/:storageId': () => ({ success: true }) }, { storages });
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  expect(await screen.findByLabelText('May read')).toBeVisible();
  expect(screen.queryByLabelText(/Characters of a password/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Settings of People' }));
  const characters = await screen.findByLabelText(/Characters of a password/);
  expect(characters).toHaveValue(8);
  await user.clear(characters);
  await user.type(characters, '12');
  await user.click(screen.getByLabelText('Refuse common and leaked passwords'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Storage updated successfully!');
  expect(to('PUT /app/project/p1/dataStorages/s2')[0]?.body).toEqual({ passwordRules: { minLength: 12, refuseCommon: false } });
});

test('how app users come in is a setting of a users storage, sent when it changes', async () => {
  const storages = [aStorage({ storageName: 'People', storageKey: 'users' })];
  const { user, to } = open({ 'PUT /app/project/:id/dataStorages/:storageId': () => ({ success: true }) }, { storages });
  await user.click(await screen.findByRole('button', { name: 'Settings of People' }));
  const section = within(await screen.findByRole('group', { name: 'App users' }));
  expect(section.queryByLabelText(/Domains/)).toBeNull();
  await user.type(
    section.getByLabelText('Pages that sign people in without a key'),
    'https://shop.example.com/{enter}http://localhost:3000',
  );
  expect(section.queryByLabelText(/Page that the link opens/)).toBeNull();
  await user.click(section.getByRole('checkbox', { name: 'Link by mail' }));
  await user.type(section.getByLabelText(/Page that the link opens/), 'https://shop.example.com/in');
  await user.click(section.getByRole('switch', { name: 'E-mails are proved by a mailed code first' }));
  await user.selectOptions(section.getByLabelText('Who may sign up there'), 'Addresses of certain domains');
  await user.type(section.getByLabelText(/Domains/), 'Firm.example');
  const perClient = section.getByLabelText(/^Calls without a key per minute of one network/);
  await user.clear(perClient);
  await user.type(perClient, '30');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Storage updated successfully!');
  expect(to('PUT /app/project/p1/dataStorages/s1')[0]?.body).toEqual({
    signIn: {
      origins: ['https://shop.example.com', 'http://localhost:3000'],
      methods: ['password', 'link'],
      linkPage: 'https://shop.example.com/in',
      verifyEmail: true,
      signUp: 'domain',
      mailDomains: ['firm.example'],
      requestsPerMinutePerClient: 30,
    },
    seen: { signIn: { origins: [], methods: ['password'], mailDomains: [] } },
  });
});

const shop = { id: 'google', kind: 'google', clientId: 'shop' } as const;
const save = 'PUT /app/project/:id/dataStorages/:storageId';

test.each([
  ['adding a provider', [], 'Add a provider', [{ ...shop, clientSecret: 'secret' }]],
  ['removing the only one', [shop], 'Remove this provider', []],
])('%s changes the list of providers alone', async (_, before, button, after) => {
  const storage = aStorage({ storageKey: 'users', signIn: { ...aStorage().signIn, providers: [...before] } });
  const { user, to } = open({ [save]: () => ({ success: true }) }, { storages: [storage] });
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.click(await screen.findByRole('button', { name: button }));
  if (after.length > 0) {
    await user.type(screen.getByLabelText(/^Client id/), 'shop');
    await user.type(screen.getByLabelText(/^Client secret/), 'secret');
  }
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Storage updated successfully!');
  expect(to('PUT /app/project/p1/dataStorages/s1')[0]?.body).toEqual({
    signIn: { providers: after },
    seen: { signIn: { providers: expect.any(Array) } },
  });
});

test('what another person saves of the sign-in is shown beside what is changed here, and is not sent', async () => {
  const storage = aStorage({ storageKey: 'users', signIn: { ...aStorage().signIn, providers: [shop] } });
  const firm = { ...shop, id: 'firm' };
  const theirs = Promise.withResolvers<void>();
  const settings = 'GET /app/project/:id/dataStorages/:storageId/settings';
  const answer = {
    ...storage,
    storageName: 'Theirs',
    signIn: { ...storage.signIn, methods: ['password', 'code'], providers: [shop, firm] },
  };
  const routes = { [settings]: () => theirs.promise.then(() => ({ success: true, data: answer })), [save]: () => ({ success: true }) };
  const { user, to } = open(routes, { storages: [storage] });
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.click(await screen.findByRole('switch', { name: 'E-mails are proved by a mailed code first' }));
  await user.click(screen.getByRole('button', { name: 'Remove this provider' }));
  theirs.resolve();
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Code by mail' })).toBeChecked());
  expect(screen.getByLabelText(/^Storage Name/)).toHaveValue('Theirs');
  expect(screen.getByRole('switch', { name: 'E-mails are proved by a mailed code first' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Storage updated successfully!');
  expect(to('PUT /app/project/p1/dataStorages/s1')[0]?.body).toEqual({
    signIn: { verifyEmail: true, providers: [firm] },
    seen: { signIn: { providers: [shop, firm] } },
  });
});

test('a page that is no origin, and a limit that is no number, are told at their fields', async () => {
  const storages = [aStorage({ storageName: 'People', storageKey: 'users' })];
  const { user, to } = open({}, { storages });
  await user.click(await screen.findByRole('button', { name: 'Settings of People' }));
  await user.type(await screen.findByLabelText('Pages that sign people in without a key'), 'https://shop.example.com/login');
  await user.clear(screen.getByLabelText(/^Calls without a key per minute(?! of)/));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText(/Give origins such as/)).toBeVisible();
  expect(screen.getByText(/Give a whole number/)).toBeVisible();
  expect(to('PUT /app/project/p1/dataStorages/s1')).toEqual([]);
});

test('a server that may refuse sign-ups is a setting, and none is asked without an address', async () => {
  const { user, to } = open(
    { 'PUT /app/project/:id/dataStorages/:storageId': () => ({ success: true }) },
    { storages: [aStorage({ storageKey: 'users' })] },
  );
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  expect(screen.queryByLabelText('Secret that signs the question')).toBeNull();
  await user.type(await screen.findByLabelText('Server that may refuse a sign-up'), 'https://shop.example.com/hook');
  // None is stored that an empty field would keep.
  expect(screen.getByLabelText('Secret that signs the question')).toBeRequired();
  await user.type(screen.getByLabelText('Secret that signs the question'), 'a-secret-of-the-owner');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Storage updated successfully!');
  expect(to('PUT /app/project/p1/dataStorages/s1')[0]?.body).toMatchObject({
    signIn: { hook: { url: 'https://shop.example.com/hook', secret: 'a-secret-of-the-owner', onFailure: 'refuse' } },
  });
});

test('a second factor can be required of users with a role, and its rule names at least one', async () => {
  const { user, to } = open(
    { 'PUT /app/project/:id/dataStorages/:storageId': () => ({ success: true }) },
    { storages: [aStorage({ storageKey: 'users' })] },
  );
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.selectOptions(await screen.findByLabelText('Second factor'), 'Required');
  expect(screen.getByLabelText('Required for')).toHaveDisplayValue('All users');
  await user.selectOptions(screen.getByLabelText('Required for'), 'Users who meet conditions');
  const first = within(await screen.findByRole('group', { name: 'Users where' }));
  expect(first.getByLabelText('Field')).toHaveValue('role');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Give at least one condition, each with a field and a value.')).toBeVisible();
  expect(to('PUT /app/project/p1/dataStorages/s1')).toEqual([]);
  await user.type(first.getByLabelText('Value'), 'admin');
  await user.click(screen.getByRole('button', { name: 'Add an alternative' }));
  const second = within(screen.getByRole('group', { name: 'Or where (2)' }));
  await user.type(second.getByLabelText('Field'), 'credits');
  await user.selectOptions(second.getByLabelText('Comparison'), 'is at least');
  await user.type(second.getByLabelText('Value'), '1.05');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Storage updated successfully!');
  expect(to('PUT /app/project/p1/dataStorages/s1')[0]?.body).toMatchObject({
    signIn: {
      secondFactor: 'required',
      secondFactorFor: [[{ field: 'role', op: '=', value: 'admin' }], [{ field: 'credits', op: '>=', value: 1.05 }]],
    },
  });
});

test('a refusal that belongs to no field of the form comes into sight', async () => {
  const shown = vi.fn<(options: ScrollIntoViewOptions) => void>();
  Element.prototype.scrollIntoView = shown as Element['scrollIntoView'];
  const { user } = open({
    'PUT /app/project/:id/dataStorages/:storageId': () => refuse('invalid-argument', 'App users set the field plan.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.type(await screen.findByLabelText('Storage Name'), ' 2');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText(/App users set the field plan/)).toBeVisible();
  expect(shown).toHaveBeenCalledWith({ block: 'nearest' });
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('the fields that app users may not set are names with commas between them', async () => {
  const { user, to } = open({ 'PUT /app/project/:id/dataStorages/:storageId': () => ({ success: true }) });
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  const names = screen.getByLabelText('Fields they may not set');
  expect(names).toHaveValue('role, roles, isAdmin, admin, permissions, verified, credits, balance');
  await user.clear(names);
  await user.type(names, 'level, points,');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  await screen.findByText('Storage updated successfully!');
  expect(to('PUT /app/project/p1/dataStorages/s1')[0]?.body).toEqual({ endUserAccess: { readOnly: ['level', 'points'] } });
});

// Covers S1-8-25
test('settings that cannot be loaded are logged; the dialog offers another try, without the words of the call', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const settings = 'GET /app/project/:id/dataStorages/:storageId/settings';
  const { user, answer } = open({ [settings]: () => refuse('internal', 'Something broke.') });
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText(/Something broke/)).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('settings'), expect.objectContaining({ serverMessage: 'Something broke.' }));
  answer({ [settings]: () => ({ success: true, data: aStorage({ storageName: 'Renamed meanwhile' }) }) });
  await user.click(again);
  await waitFor(() => expect(screen.getByLabelText('Storage Name')).toHaveValue('Renamed meanwhile'));
});

test('soft delete is turned off beside a trash after its records were counted, also those that came meanwhile', async () => {
  const storage = aStorage({ is_softDelete: true });
  const change = 'PUT /app/project/:id/dataStorages/:storageId';
  const { user, to } = open(
    {
      [change]: ({ body }) => {
        if ((body as { keepTrash?: true }).keepTrash) return { success: true };
        storage.trashed = 3;
        return refuse('conflict', 'The trash is not empty.', [{ field: 'is_softDelete', message: 'The trash is not empty.' }]);
      },
    },
    { storages: [storage] },
  );
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.click(screen.getByLabelText('Enable Soft Delete'));
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText(/^Records have come into the trash meanwhile/)).toBeVisible();
  expect(screen.getByText(/^Deleting is then for good\. The 3 records in the trash stay there/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Storage updated successfully!')).toBeVisible();
  expect(to('PUT /app/project/p1/dataStorages/s1').map(({ body }) => (body as { keepTrash?: true }).keepTrash)).toEqual([undefined, true]);
});
