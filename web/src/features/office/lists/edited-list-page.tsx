import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { Column } from '../../../components/column.ts';
import { Page } from '../../../components/page.tsx';
import { OfficeTable, type OfficeTableProps } from './office-table.tsx';

interface EditedListPageProps<Row> extends Omit<OfficeTableProps<Row>, 'label' | 'columns'> {
  title: string;
  /** On the button that makes a new row. */
  add: string;
  columns: (onEdit: (row: Row) => void) => readonly Column<Row>[];
  /** Renders the form for a row; null makes a new row. */
  renderForm: (row: Row | null, onClose: () => void) => ReactNode;
  /** Other things that the page can open. */
  children?: ReactNode;
}

/** A staff list whose rows are made and edited in a form. */
export function EditedListPage<Row extends { id: string }>({
  title,
  add,
  columns,
  renderForm,
  children,
  ...list
}: EditedListPageProps<Row>) {
  const [edited, setEdited] = useState<'new' | Row | null>(null);
  return (
    <Page
      title={title}
      action={
        <Button variant="contained" onClick={() => setEdited('new')}>
          {add}
        </Button>
      }
    >
      <OfficeTable {...list} label={title} columns={() => columns(setEdited)} />
      {edited && renderForm(edited === 'new' ? null : edited, () => setEdited(null))}
      {children}
    </Page>
  );
}
