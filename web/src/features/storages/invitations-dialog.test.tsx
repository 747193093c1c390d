import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aStorage } from '../../testing/builders.ts';
import { openDataStorage as open } from '../../testing/open-data-storage.tsx';

const route = '/app/project/:id/dataStorages/:storageId/invitations';

test('a member invites somebody by mail and takes an invitation back, and the settings stay as they are', async () => {
  const invitation = (email: string) => ({
    id: email,
    email,
    fields: {},
    createdAt: '2026-11-26T10:00:00Z',
    expiresAt: '2026-12-03T10:00:00Z',
  });
  let all = [invitation('old@example.test')];
  const { user, to } = open(
    {
      [`GET ${route}`]: () => ({ success: true, data: all }),
      [`POST ${route}`]: () => {
        all = [invitation('ann@example.test'), ...all];
        return { success: true, data: all[0] };
      },
      [`DELETE ${route}/:invitationId`]: () => {
        all = all.slice(0, 1);
        return { success: true };
      },
    },
    { storages: [aStorage({ storageKey: 'users' })] },
  );
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.click(await screen.findByRole('button', { name: 'Invitations' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invitations to Products' });
  const email = within(dialog).getByLabelText(/E-mail/);
  await user.type(email, 'nobody{Enter}');
  expect(to('POST /app/project/p1/dataStorages/s1/invitations')).toEqual([]);
  await user.clear(email);
  await user.type(email, 'ann@example.test{Enter}');
  expect(await within(dialog).findByText('ann@example.test')).toBeVisible();
  expect(to('POST /app/project/p1/dataStorages/s1/invitations')[0]?.body).toEqual({ email: 'ann@example.test' });
  await user.click(within(dialog).getByRole('button', { name: 'Take back the invitation of old@example.test' }));
  expect(await screen.findByText('The invitation of old@example.test opens nothing any more.')).toBeVisible();
  expect(within(dialog).queryByText('old@example.test')).toBeNull();
  expect(to('PUT /app/project/p1/dataStorages/s1')).toEqual([]);
});
