import { type PlatformSettings, switches, switchNames, usualSettings } from '@bedplate/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type FakeRoutes, fakeServer, refuse } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const seenAt = '2026-01-02T03:04:05.000Z';
const updatedBy = { id: 's1', name: 'Stella Staff' };
const stored: PlatformSettings = {
  ...usualSettings,
  switches: { ...usualSettings.switches, imports: false },
  updatedAt: seenAt,
  updatedBy,
};

async function open(settings: PlatformSettings, routes: FakeRoutes = {}) {
  signInAs({ role: 'superadmin' });
  const server = fakeServer({
    'GET /app/superadmin/platform': () => ({ success: true, data: settings }),
    'PUT /app/superadmin/platform': ({ body }) => ({
      success: true,
      data: { ...settings, ...(body as object), updatedAt: '2026-01-02T03:05:00.000Z', updatedBy: { id: 'u1', name: 'Ada' } },
    }),
    ...routes,
  });
  const app = renderApp('/superadmin/operations');
  await screen.findByRole('heading', { name: 'Feature switches' });
  return { server, ...app };
}
const review = () => within(screen.getByRole('dialog', { name: 'Change the platform for everybody?' }));

test('every switch is there with what happens while it is off', async () => {
  await open(stored);
  expect(screen.getAllByRole('switch')).toHaveLength(switchNames.length);
  for (const name of switchNames) {
    const box = screen.getByRole('switch', { name: switches[name].title });
    expect(box).toHaveAccessibleDescription(`Off: ${switches[name].whenOff}`);
    expect(box).toHaveProperty('checked', name !== 'imports');
  }
  expect(screen.getByText(/Last changed by Stella Staff/)).toBeVisible();
});

test('a change is reviewed with its consequence and a reason, and sent with what was seen', async () => {
  const { server, user } = await open(stored);
  await user.click(screen.getByRole('switch', { name: 'Purchases' }));
  await user.click(screen.getByRole('switch', { name: 'Imports' }));
  expect(screen.getByText('2 unsaved changes')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  expect(review().getByText('Purchases: off')).toBeVisible();
  expect(review().getByText(switches.purchases.whenOff)).toBeVisible();
  expect(review().getByText('Imports: on')).toBeVisible();
  await user.click(review().getByRole('button', { name: 'Apply to everybody' }));
  expect(await review().findByText('Give a reason.')).toBeVisible();
  expect(server.to('PUT /app/superadmin/platform')).toEqual([]);
  await user.type(review().getByLabelText('Reason (for the audit)'), 'Stripe is down');
  await user.click(review().getByRole('button', { name: 'Apply to everybody' }));
  expect(await screen.findByText('The settings of the platform have been changed.')).toBeVisible();
  expect(server.to('PUT /app/superadmin/platform').map(({ body }) => body)).toEqual([
    {
      switches: { ...stored.switches, purchases: false, imports: true },
      maintenance: null,
      reason: 'Stripe is down',
      expectedUpdatedAt: seenAt,
    },
  ]);
  expect(await screen.findByText(/Last changed by Ada/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull();
});

// Covers S1-9-05
test('the times of a maintenance go in steps of half an hour, and name their zone', async () => {
  const { user } = await open(usualSettings);
  await user.click(screen.getByRole('button', { name: 'Announce a maintenance' }));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const label of [/^From/, /^To/]) {
    expect(screen.getByLabelText(label)).toHaveAttribute('step', String(30 * 60));
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(`In your zone, ${timeZone}.`));
  }
});

test('a maintenance is announced with local times, and looks as everybody will see it', async () => {
  const { server, user } = await open(usualSettings);
  await user.click(screen.getByRole('button', { name: 'Announce a maintenance' }));
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  expect(await screen.findByText('Say what happens.')).toBeVisible();
  await user.type(screen.getByLabelText('Message'), 'We move.');
  fireEvent.change(screen.getByLabelText('From (your local time)'), { target: { value: '2040-05-01T22:00' } });
  fireEvent.change(screen.getByLabelText('To (your local time)'), { target: { value: '2040-05-01T21:00' } });
  await user.click(screen.getByRole('switch', { name: 'Read-only in that time' }));
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  expect(await screen.findByText('The end must be after the start.')).toBeVisible();
  fireEvent.change(screen.getByLabelText('To (your local time)'), { target: { value: '2040-05-01T23:00' } });
  expect(screen.getByText(/Maintenance from .*10:00 PM to 11:00 PM, your local time/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  await user.type(review().getByLabelText('Reason (for the audit)'), 'New machines');
  await user.click(review().getByRole('button', { name: 'Apply to everybody' }));
  await screen.findByText('The settings of the platform have been changed.');
  expect(server.to('PUT /app/superadmin/platform')[0]?.body).toMatchObject({
    maintenance: {
      message: 'We move.',
      startsAt: new Date('2040-05-01T22:00').toISOString(),
      endsAt: new Date('2040-05-01T23:00').toISOString(),
      readOnly: true,
    },
    expectedUpdatedAt: null,
  });
});

test('who was slower is told who was faster, and looks again; changes and reason stay', async () => {
  const message = 'Stella Staff has changed the settings meanwhile. Look at them again.';
  const { server, user } = await open(usualSettings, { 'PUT /app/superadmin/platform': () => refuse('conflict', message) });
  await user.click(screen.getByRole('switch', { name: 'Purchases' }));
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  await user.type(review().getByLabelText('Reason (for the audit)'), 'Stripe is down');
  await user.click(review().getByRole('button', { name: 'Apply to everybody' }));
  expect(await review().findByText(message)).toBeVisible();
  server.answer({ 'GET /app/superadmin/platform': () => ({ success: true, data: stored }) });
  await user.click(review().getByRole('button', { name: 'Look at them again' }));
  expect(await screen.findByText(/Last changed by Stella Staff/)).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Purchases' })).not.toBeChecked();
  expect(screen.getByRole('switch', { name: 'Imports' })).not.toBeChecked();
  expect(screen.getByText('1 unsaved change')).toBeVisible();
  server.answer({ 'PUT /app/superadmin/platform': () => ({ success: true, data: stored }) });
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  expect(review().getByLabelText('Reason (for the audit)')).toHaveValue('Stripe is down');
  await user.click(review().getByRole('button', { name: 'Apply to everybody' }));
  await screen.findByText('The settings of the platform have been changed.');
  expect(server.to('PUT /app/superadmin/platform').at(-1)?.body).toMatchObject({
    switches: { purchases: false, imports: false },
    expectedUpdatedAt: seenAt,
  });
});

test('a maintenance is taken back', async () => {
  const maintenance = { message: 'We move.', startsAt: null, endsAt: null, readOnly: true };
  const { server, user } = await open({ ...stored, maintenance });
  await user.click(screen.getByRole('button', { name: 'Take it back' }));
  await user.click(screen.getByRole('button', { name: 'Review changes' }));
  expect(review().getByText('Maintenance: taken back')).toBeVisible();
  await user.type(review().getByLabelText('Reason (for the audit)'), 'Done');
  await user.click(review().getByRole('button', { name: 'Apply to everybody' }));
  await screen.findByText('The settings of the platform have been changed.');
  expect(server.to('PUT /app/superadmin/platform')[0]?.body).toMatchObject({ maintenance: null });
});

test('the live demo of the landing page is set up by a key, and what is not saved here stays', async () => {
  const demo = { projectId: 'p1', storageId: 's1', storageKey: 'shelf', apiKey: 'bp_open_w7Qz' };
  const { server, user } = await open(stored, {
    'PUT /app/superadmin/platform/demo': ({ body }) => {
      const { apiKey } = body as { apiKey: string };
      if (apiKey !== demo.apiKey)
        return refuse('invalid-argument', 'Give the key a cap first.', [{ field: 'apiKey', message: 'Give the key a cap first.' }]);
      return { success: true, data: { ...stored, demo, updatedAt: '2026-01-02T03:06:00.000Z' } };
    },
  });
  await user.click(screen.getByRole('switch', { name: 'Purchases' }));
  expect(screen.getByText('The landing page shows no demo.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Live demo of the landing page' }));
  await user.type(dialog.getByLabelText('Named key'), 'bp_other');
  await user.type(dialog.getByLabelText('Reason (for the audit)'), 'Visitors may try it');
  await user.click(dialog.getByRole('button', { name: 'Apply to everybody' }));
  expect(await dialog.findByText('Give the key a cap first.')).toBeVisible();
  await user.clear(dialog.getByLabelText('Named key'));
  await user.type(dialog.getByLabelText('Named key'), `${demo.apiKey}{Enter}`);
  expect(await screen.findByText('Storage shelf of the project p1, by the key …w7Qz.')).toBeVisible();
  expect(server.to('PUT /app/superadmin/platform/demo').at(-1)?.body).toEqual({ apiKey: demo.apiKey, reason: 'Visitors may try it' });
  expect(screen.getByText('1 unsaved change')).toBeVisible();
});
