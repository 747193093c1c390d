import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aStorage } from '../../testing/builders.ts';
import { refuse } from '../../testing/fake-server.ts';
import { openDataStorage as open } from '../../testing/open-data-storage.tsx';

const route = '/app/project/:id/dataStorages/:storageId/teams';

test('a member turns teams on, sees those of the app’s users, and deletes one after a confirmation', async () => {
  const team = (id: string, owners: string[]) => ({ id, name: `Team ${id}`, members: 2, owners, createdAt: '2026-11-26T10:00:00Z' });
  let all = [team('a', ['ann']), team('b', [])];
  const { user, to } = open(
    {
      [`GET ${route}`]: () => ({ success: true, data: all, next: null }),
      'DELETE /app/project/p1/dataStorages/s1/teams/a': () => refuse('conflict', 'The team has an owner.'),
      [`DELETE ${route}/:teamId`]: () => {
        all = all.slice(0, 1);
        return { success: true };
      },
    },
    { storages: [aStorage({ storageKey: 'users' })] },
  );
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  expect(screen.queryByRole('button', { name: 'Teams' })).toBeNull();
  await user.click(await screen.findByRole('switch', { name: /Users form teams/ }));
  await user.click(await screen.findByRole('button', { name: 'Teams' }));
  const dialog = await screen.findByRole('dialog', { name: 'Teams of Products' });
  expect(await within(dialog).findByText(/Members: 2 · owned by ann/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Delete Team a' }));
  const refused = within(await screen.findByRole('dialog', { name: 'Delete team' }));
  await user.click(refused.getByRole('button', { name: 'Delete' }));
  expect(await refused.findByText('The team has an owner.')).toBeVisible();
  await user.click(refused.getByRole('button', { name: 'Keep' }));
  await user.click(within(dialog).getByRole('button', { name: 'Delete Team b' }));
  expect(screen.queryByText('The team has an owner.')).toBeNull();
  expect(to('DELETE /app/project/p1/dataStorages/s1/teams/b')).toEqual([]);
  const question = await screen.findByRole('dialog', { name: 'Delete team' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The team Team b is gone.')).toBeVisible();
  expect(within(dialog).queryByText('Team b')).toBeNull();
});
