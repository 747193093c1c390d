import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Providers } from '../../app/providers.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form.ts';
import { NameForm } from '../../features/records/saved/name-form.tsx';
import { CellReader } from '../../features/records/grid/cell-reader.tsx';
import { signInAs } from '../../testing/render-app.tsx';
import { Field } from './field.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormMessage } from './form-message.tsx';
import { RecordFormDialog } from './record-form-dialog.tsx';
import { Refusal } from './refusal.tsx';

const nothing = () => undefined;
const named = () => Promise.resolve();
const refused = new ApiError({ code: 'conflict', status: 409, serverMessage: 'Not now.', requestId: 'r-1', projectId: 'p1' });

const AName = z.object({ name: z.string() });
const atField = new ApiError({ ...refused, status: 409, details: [{ field: 'name', message: 'Not now.' }] });

function SavingForm({ error }: { error: unknown }) {
  const form = useContractForm(AName, { name: 'a' });
  return (
    <RecordFormDialog form={form} title="Change" submit="Save" save={() => Promise.reject(error)} onClose={nothing}>
      <Field label="Name" error={form.formState.errors.name?.message} {...form.register('name')} />
    </RecordFormDialog>
  );
}

const places: [place: string, tell: (error: unknown) => ReactElement][] = [
  ['a message in a page', (error) => <Refusal error={error} />],
  ['a message above a form', (error) => <FormMessage failure="Not now." refused={error} />],
  [
    'a dialog with a form',
    (error) => (
      <FormDialog title="Change" isDirty={false} error="Not now." refused={error} actions={null} onClose={nothing} onSubmit={nothing}>
        {null}
      </FormDialog>
    ),
  ],
  ['a dialog that saves', (error) => <SavingForm error={error} />],
  ['a dialog with the complaint at its field', (error) => <SavingForm error={error === refused ? atField : error} />],
  [
    'a question',
    (error) => (
      <ConfirmDialog
        open
        title="Go?"
        keep="Stay"
        confirm="Go"
        busy={false}
        error="Not now."
        refused={error}
        onKeep={nothing}
        onConfirm={nothing}
      >
        Sure?
      </ConfirmDialog>
    ),
  ],
  [
    'a form of one line',
    (error) => <NameForm label="Name" button="Save" isBusy={false} problem="Not now." refused={error} onName={named} />,
  ],
  [
    'a cell that was not stored',
    (error) => (
      <CellReader
        cell={{ id: '1', field: 'a', value: 1, canEdit: false }}
        notice="Not now."
        refused={error}
        onClose={nothing}
        onAgain={nothing}
      />
    ),
  ],
];

test.each(places)('a refusal leads to its line in the request log, and a call without an answer nowhere: %s', async (_, tell) => {
  signInAs();
  const { unmount } = render(<Providers>{tell(refused)}</Providers>);
  const save = screen.queryByRole('button', { name: 'Save' });
  if (save) fireEvent.click(save);
  expect(await screen.findByText(/Not now\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the call' })).toHaveAttribute('href', '/project/p1/requests?id=r-1');
  unmount();
  render(<Providers>{tell(new ApiError({ code: 'network' }))}</Providers>);
  expect(screen.queryByRole('link')).toBeNull();
});
