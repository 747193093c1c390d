import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aStorage } from '../../testing/builders.ts';
import { openDataStorage as open } from '../../testing/open-data-storage.tsx';

test('an admin takes the users along, page by page, once the name of the storage is typed', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => {};
  const { user, to } = open(
    {
      'POST /app/project/:id/dataStorages/:storageId/users-export': ({ body }: { body: unknown }) =>
        (body as { after?: string }).after === undefined
          ? { success: true, data: [{ username: 'ann', passwordHash: 'x' }], next: 'n1' }
          : { success: true, data: [{ username: 'bob', passwordHash: null }], next: null },
    },
    { storages: [aStorage({ storageKey: 'users' })] },
  );
  await user.click(await screen.findByRole('button', { name: 'Settings of Products' }));
  await user.click(await screen.findByRole('button', { name: 'Export with password hashes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export the users of Products' });
  const save = within(dialog).getByRole('button', { name: 'Export' });
  expect(save).toBeDisabled();
  await user.type(within(dialog).getByLabelText(/Type the name/), 'Products');
  await user.click(save);
  expect(await screen.findByText('Exported users: 2.')).toBeVisible();
  expect(to('POST /app/project/p1/dataStorages/s1/users-export').map(({ body }) => body)).toEqual([
    { name: 'Products' },
    { name: 'Products', after: 'n1' },
  ]);
  expect(await saved[0]?.text()).toBe('{"username":"ann","passwordHash":"x"}\n{"username":"bob","passwordHash":null}\n');
});
