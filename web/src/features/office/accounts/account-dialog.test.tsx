import type { OfficeAccount, OfficeUser } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { pageLoad } from '../../../lib/browser.ts';
import { aPage } from '../../../testing/builders.ts';
import { type FakeRoutes, fakeServer, refuse } from '../../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../../testing/render-app.tsx';

const at = '2026-01-02T03:04:05.000Z';
const ada: OfficeUser = {
  id: 'u1',
  name: 'Ada Admin',
  email: 'ada@example.com',
  role: 'admin',
  is_active: true,
  is_verified: true,
  tenantId: 't1',
  is_suspended: false,
  plan: 'Pro',
  last_login: null,
  createdAt: at,
  updatedAt: at,
};
const account: OfficeAccount = {
  id: 't1',
  owner: { id: 'u1', name: 'Ada Admin' },
  tier: 'pro',
  suspension: null,
  subscription: {
    product: 'Pro',
    status: 'subscribed',
    isGift: false,
    paid: { name: 'Pro', periodEnd: at, ends: false, isPaused: false, paymentIssueSince: null },
  },
  limits: { projects: null, storagesPerProject: null, members: 40, creditsPerMonth: null, requestsPerMinute: null },
  plan: { projects: 5, storagesPerProject: 10, members: 20, creditsPerMonth: 10_000, requestsPerMinute: null },
};
const tenant = '/app/superadmin/tenants/t1';
const done = () => ({ success: true });

// The page is a chunk of its own: loaded before, so that no wait of a test has to cover it.
beforeAll(() => Promise.all([import('../../../pages/superadmin/users-page.tsx'), import('../../../app/shell/shell.tsx')]), 60_000);

async function open(routes: FakeRoutes = {}) {
  signInAs({ role: 'superadmin' });
  const server = fakeServer({
    'GET /app/superadmin/users': () => aPage([ada]),
    [`GET ${tenant}`]: () => ({ success: true, data: account }),
    ...routes,
  });
  const app = renderApp('/superadmin/users');
  await app.user.click(await screen.findByRole('button', { name: 'Account of Ada Admin' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Account of Ada Admin' }));
  return { server, dialog, ...app };
}

test('limits show what the plan gives, and an empty one is sent as the plan’s', async () => {
  const { server, dialog, user } = await open({ [`PUT ${tenant}/limits`]: done });
  const projects = await dialog.findByLabelText('Projects');
  expect(projects).toHaveAttribute('placeholder', '5');
  expect(dialog.getByLabelText('API calls per minute')).toHaveAttribute('placeholder', 'as usual');
  await user.type(projects, '12');
  await user.clear(dialog.getByLabelText('Users'));
  await user.click(dialog.getByRole('button', { name: 'Save limits' }));
  expect(await screen.findByText('The limits have been changed.')).toBeVisible();
  expect(server.to(`PUT ${tenant}/limits`).map(({ body }) => body)).toEqual([
    {
      projects: 12,
      storagesPerProject: null,
      members: null,
      creditsPerMonth: null,
      requestsPerMinute: null,
      changed: ['projects', 'members'],
    },
  ]);
});

test('what other staff change meanwhile comes in beside what is typed, and a typed reason stays the one to suspend', async () => {
  const { server, dialog, user } = await open({
    [`PUT ${tenant}/limits`]: done,
    [`POST ${tenant}/suspend`]: () => refuse('conflict', 'The account is suspended already.'),
    [`POST ${tenant}/end-plan`]: done,
  });
  await user.type(await dialog.findByLabelText('Projects'), '12');
  await user.type(dialog.getByLabelText('Reason (the owner reads it)'), 'Unpaid');
  const suspension = { reason: 'Fraud', at, by: 'Stella Staff' };
  server.answer({
    [`GET ${tenant}`]: () => ({ success: true, data: { ...account, suspension, limits: { ...account.limits, members: 50 } } }),
  });
  await user.click(dialog.getByRole('button', { name: 'End paid plan' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'End paid plan' })).getByRole('button', { name: 'End paid plan' }));
  await waitFor(() => expect(dialog.getByLabelText('Users')).toHaveValue('50'));
  expect(dialog.getByLabelText('Projects')).toHaveValue('12');
  await user.click(dialog.getByRole('button', { name: 'Suspend account' }));
  expect(await dialog.findByText('The account is suspended already.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save limits' }));
  await waitFor(() => expect(server.to(`PUT ${tenant}/limits`)).toHaveLength(1));
  expect(server.to(`PUT ${tenant}/limits`)[0]?.body).toMatchObject({ projects: 12, members: 50, changed: ['projects'] });
});

test('a limit that is no whole number is told at its field and not sent', async () => {
  const { server, dialog, user } = await open();
  await user.type(await dialog.findByLabelText('Projects'), '-2');
  await user.type(dialog.getByLabelText('API credits per month'), 'many');
  await user.click(dialog.getByRole('button', { name: 'Save limits' }));
  expect(await dialog.findByText('Enter at least 0.')).toBeVisible();
  expect(dialog.getByText('Enter a whole number, or leave it empty for the plan’s.')).toBeVisible();
  expect(dialog.getByLabelText('Projects')).toBeInvalid();
  expect(server.to(`PUT ${tenant}/limits`)).toEqual([]);
});

test('an account is suspended with a reason only, says by whom, and is opened again', async () => {
  const { server, dialog, user } = await open({ [`POST ${tenant}/suspend`]: done, [`POST ${tenant}/lift`]: done });
  await user.click(await dialog.findByRole('button', { name: 'Suspend account' }));
  expect(await dialog.findByText('Give a reason.')).toBeVisible();
  expect(server.to(`POST ${tenant}/suspend`)).toEqual([]);
  server.answer({
    [`GET ${tenant}`]: () => ({ success: true, data: { ...account, suspension: { reason: 'Unpaid bills', at, by: 'Stella Staff' } } }),
  });
  await user.type(dialog.getByLabelText('Reason (the owner reads it)'), 'Unpaid bills');
  await user.click(dialog.getByRole('button', { name: 'Suspend account' }));
  expect(await dialog.findByText(/Suspended by Stella Staff,/)).toHaveTextContent('Unpaid bills');
  expect(server.to(`POST ${tenant}/suspend`).map(({ body }) => body)).toEqual([{ reason: 'Unpaid bills' }]);
  server.answer({ [`GET ${tenant}`]: () => ({ success: true, data: account }) });
  await user.click(dialog.getByRole('button', { name: 'Lift suspension' }));
  expect(await dialog.findByRole('button', { name: 'Suspend account' })).toBeVisible();
  expect(server.to(`POST ${tenant}/lift`)).toHaveLength(1);
});

test('a plan that is paid for is ended after a question, and says while it is not charged', async () => {
  const paused = { ...account.subscription, paid: { ...account.subscription.paid!, isPaused: true } };
  const { server, dialog, user } = await open({
    [`GET ${tenant}`]: () => ({ success: true, data: { ...account, subscription: paused } }),
    [`POST ${tenant}/end-plan`]: done,
  });
  expect(await dialog.findByText(/Pro, paid for/)).toHaveTextContent(/^Pro, paid for\. It is not charged at the moment\.$/);
  expect(dialog.queryByRole('button', { name: 'End given plan' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'End paid plan' }));
  expect(server.to(`POST ${tenant}/end-plan`)).toEqual([]);
  const question = within(await screen.findByRole('dialog', { name: 'End paid plan' }));
  server.answer({
    [`GET ${tenant}`]: () => ({ success: true, data: { ...account, subscription: { ...paused, product: null, paid: null } } }),
  });
  await user.click(question.getByRole('button', { name: 'End paid plan' }));
  expect(await dialog.findByText('The account has no plan.')).toBeVisible();
  expect(server.to(`POST ${tenant}/end-plan`).map(({ body }) => body)).toEqual([{ which: 'paid' }]);
});

test('a question about a plan names it, also when colleagues end the plan meanwhile', async () => {
  const message = 'The account has no plan that is paid for.';
  const { server, dialog, user } = await open({ [`POST ${tenant}/end-plan`]: () => refuse('conflict', message) });
  await user.click(await dialog.findByRole('button', { name: 'End paid plan' }));
  const question = within(await screen.findByRole('dialog', { name: 'End paid plan' }));
  server.answer({
    [`GET ${tenant}`]: () => ({
      success: true,
      data: { ...account, subscription: { ...account.subscription, product: null, paid: null } },
    }),
  });
  await user.click(question.getByRole('button', { name: 'End paid plan' }));
  expect(await question.findByText(message)).toBeVisible();
  expect(await dialog.findByText('The account has no plan.')).toBeInTheDocument();
  expect(question.getByText(/^The plan Pro ends now/)).toBeVisible();
});

test('a refused suspension says why and changes nothing', async () => {
  const message = 'The account is suspended already.';
  const { dialog, user } = await open({ [`POST ${tenant}/suspend`]: () => refuse('conflict', message) });
  await user.type(await dialog.findByLabelText('Reason (the owner reads it)'), 'Unpaid bills');
  await user.click(dialog.getByRole('button', { name: 'Suspend account' }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByLabelText('Reason (the owner reads it)')).toHaveValue('Unpaid bills');
});

test('nobody looks at an account without a reason, and a refused view opens nothing', async () => {
  const opened = vi.spyOn(pageLoad, 'open').mockReturnValue();
  const { server, dialog, user } = await open({ [`POST ${tenant}/view`]: () => refuse('not-found', 'There is no such account.') });
  await user.click(await dialog.findByRole('button', { name: 'View account' }));
  expect(await dialog.findByText('Give a reason.')).toBeVisible();
  expect(server.to(`POST ${tenant}/view`)).toEqual([]);
  await user.type(dialog.getByLabelText('Reason for viewing'), 'A question of the owner');
  await user.click(dialog.getByRole('button', { name: 'View account' }));
  await waitFor(() => expect(server.to(`POST ${tenant}/view`).map(({ body }) => body)).toEqual([{ reason: 'A question of the owner' }]));
  expect(await dialog.findByText('There is no such account.')).toBeVisible();
  expect(opened).not.toHaveBeenCalled();
});

test('an account that cannot be read says so, and the dialog can be closed', async () => {
  const { dialog, user } = await open({ [`GET ${tenant}`]: () => refuse('not-found', 'There is no such account.') });
  expect(await dialog.findByText('There is no such account.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
