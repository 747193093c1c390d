import type { ProjectCapsState } from '@bedplate/contract';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aPage, aProject, anAccount } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

// The page is a chunk of its own: loaded before, so that no wait of a test has to cover it.
beforeAll(() => Promise.all([import('../../pages/project-home-page.tsx'), import('../../app/shell/shell.tsx')]), 60_000);

const reset = new Date(Date.now() + 3 * 86_400_000).toISOString();

function open(state: Partial<ProjectCapsState> = {}) {
  signInAs();
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/projects/:id/collaborators': () => ({ success: true, data: [] }),
    'GET /app/users/getUser': () => ({ success: true, data: anAccount() }),
    'GET /app/project/:id/caps': () => ({ success: true, data: { project: null, appUser: null, used: 0, resetsAt: null, ...state } }),
    'PUT /app/project/:id/caps': ({ body }) => ({
      success: true,
      message: 'The caps have been saved.',
      data: { ...(body as object), used: 0, resetsAt: reset },
    }),
  });
  return { ...renderApp('/project/p1/home'), server };
}

const panel = () => screen.findByRole('region', { name: 'Spending caps' });

test('a cap is shown with what is used of it and when it begins again', async () => {
  open({ project: { credits: 20_000, per: 'month' }, used: 1_500, resetsAt: reset });
  expect(await within(await panel()).findByText('20,000 credits a month')).toBeVisible();
  expect(within(await panel()).getByText(/1,500 used\. Begins again in (2|3) days\./)).toBeVisible();
  expect(within(await panel()).getByText('No cap')).toBeVisible();
});

test('a cap is set and taken away, and a number that is none is refused', async () => {
  const { user, server } = open({ appUser: { credits: 50, per: 'day' } });
  await within(await panel()).findByText('50 credits a day');
  await user.click(screen.getByRole('button', { name: 'Change caps' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change caps' });
  const whole = within(dialog).getByRole('textbox', { name: /Whole project: credits/ });
  await user.type(whole, '1.5');
  await user.click(within(dialog).getByRole('button', { name: 'Save caps' }));
  expect(within(dialog).getByText('Enter a whole number of credits from 1 to 1,000,000,000, or leave it empty.')).toBeVisible();
  await user.clear(whole);
  await user.type(whole, '1000');
  await user.clear(within(dialog).getByRole('textbox', { name: /Each app user: credits/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save caps' }));
  expect(await within(await panel()).findByText('1,000 credits a month')).toBeVisible();
  expect(server.to('PUT /app/project/:id/caps')[0]?.body).toEqual({
    project: { credits: 1_000, per: 'month' },
    appUser: null,
    changed: ['project', 'appUser'],
  });
});
