import type { ReactNode } from 'react';
import { Page } from '../../../components/page.tsx';
import { t, type TextKey } from '../../../texts/index.ts';
import { OfficeTable, type OfficeTableProps } from './office-table.tsx';

/** The properties of one of staff's lists. Texts are given by key, since the language may change. */
export interface OfficeListView<T> extends Pick<OfficeTableProps<T>, 'path' | 'prefix' | 'quiet' | 'sorted' | 'columns'> {
  title: TextKey;
  failed: TextKey;
  /** The fields that a search covers. */
  fields?: TextKey;
}

interface OfficeListPageProps<T> {
  list: OfficeListView<T>;
  action?: ReactNode;
  /** Below the list. */
  children?: ReactNode;
}

/** A page that is one list. */
export function OfficeListPage<T extends { id: string }>({ list, action, children }: OfficeListPageProps<T>) {
  return (
    <Page title={t(list.title)} action={action}>
      <OfficeListTable list={list} />
      {children}
    </Page>
  );
}

export function OfficeListTable<T extends { id: string }>({ list }: { list: OfficeListView<T> }) {
  const { title, failed, fields, ...others } = list;
  return <OfficeTable label={t(title)} failed={t(failed)} {...(fields ? { fields: t(fields) } : {})} {...others} />;
}
