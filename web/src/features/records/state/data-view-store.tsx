import type { DataRecord } from '@bedplate/contract';
import { createContext, type ReactNode, use, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { createStore, type StoreApi, useStore } from 'zustand';
import { useSignedIn } from '../../../lib/session/session.ts';
import { type ColumnLayout, readLayout, writeLayout } from '../columns/column-layout.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import type { View } from '../queries/view.ts';
import { columnsOf, viewOf } from '../queries/view-address.ts';
import { useViewAddress } from './use-view-address.ts';

/** The dialog that is open over the records. */
type Dialog = { kind: 'edit' | 'delete'; record: DataRecord } | { kind: 'add'; from?: DataRecord } | FilterDialog;

/** Asks for a condition. */
interface FilterDialog {
  kind: 'filter';
  /** The place of the condition that is changed. */
  at?: number;
  /** Of a new one. */
  field?: string;
}

/**
 * The state of an open data view, apart from the records, which the query cache holds. A component
 * reads the parts that it draws, so that only those draw it again. The actions never change.
 */
export interface DataViewState {
  readonly storage: StorageRef;
  readonly view: View;
  readonly layout: ColumnLayout;
  /** The chosen ids, with the filters that they were chosen under. */
  readonly chosen: { readonly filters: string; readonly ids: ReadonlySet<string>; readonly isCut: boolean };
  /** Ids of the records that have changed in the last two seconds. */
  readonly changed: ReadonlySet<string>;
  /** Ids of the page's records that were deleted elsewhere while the page was shown. */
  readonly gone: ReadonlySet<string>;
  /** How often the table was asked to show the page as it is. */
  readonly shows: number;
  readonly dialog: Dialog | null;
  /** A change of anything but the page leads back to page 1. */
  changeView: (change: Partial<View>) => void;
  /** Shows what an address names; columns that it names are not remembered. */
  openView: (view: View, columns: Pick<ColumnLayout, 'order' | 'hidden'> | null) => void;
  /** Remembers the change in this browser; null resets the layout. */
  changeLayout: (change: Partial<ColumnLayout> | null) => void;
  /**
   * @param isCut whether the view has more records than can be chosen
   * @param view the view that the ids were found in; by default the one that is shown
   */
  choose: (ids: ReadonlySet<string>, isCut?: boolean, view?: View) => void;
  openDialog: (dialog: Dialog | null) => void;
  /**
   * Lets the table show the page as it is, though a hand is at it: someone asked for it, or has just
   * changed what the page holds.
   */
  showAll: () => void;
}

type DataViewStore = StoreApi<DataViewState>;

const StoreContext = createContext<DataViewStore | null>(null);

/** Gives the components below it the state of one storage's data view. */
export function DataViewProvider({ storage, children }: { storage: StorageRef; children: ReactNode }) {
  const { userId } = useSignedIn();
  const [address] = useSearchParams();
  const [store] = useState(() => dataViewStore(storage, { userId, address }));
  useViewAddress(store);
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** @returns the store itself, for code that reads the state after rendering */
export function useDataViewStore(): DataViewStore {
  const store = use(StoreContext);
  if (!store) throw new Error('A data view has a DataViewProvider around it.');
  return store;
}

/** @returns the selected part of the state; the component is drawn again when that part changes */
export function useDataView<T>(select: (state: DataViewState) => T): T {
  return useStore(useDataViewStore(), select);
}

/** The choice lasts from page to page, and ends with another search, range or toggle. */
export function selectedIds({ chosen, view }: DataViewState): ReadonlySet<string> {
  return chosen.filters === filtersOf(view) ? chosen.ids : none;
}

const none: ReadonlySet<string> = new Set();

function dataViewStore(storage: StorageRef, { userId, address }: { userId: string; address: URLSearchParams }): DataViewStore {
  const layoutKey = `columns:${userId}:${storage.storageId}`;
  return createStore<DataViewState>((set, get) => ({
    storage,
    view: viewOf(address),
    layout: { ...readLayout(layoutKey), ...columnsOf(address) },
    chosen: { filters: '', ids: none, isCut: false },
    changed: none,
    gone: none,
    shows: 0,
    dialog: null,
    changeView: (change) => set({ view: { ...get().view, page: 1, ...change }, gone: none }),
    openView: (view, columns) => set({ view, gone: none, layout: { ...readLayout(layoutKey), ...columns } }),
    changeLayout: (change) => set({ layout: writeLayout(layoutKey, change && { ...get().layout, ...change }) }),
    choose: (ids, isCut = false, view = get().view) => set({ chosen: { filters: filtersOf(view), ids, isCut } }),
    openDialog: (dialog) => set({ dialog }),
    // The query cache tells its readers of an answer in a task of its own, which is under way by now.
    showAll: () => void setTimeout(() => set({ shows: get().shows + 1, gone: none })),
  }));
}

function filtersOf({ search, where, startDate, endDate, deleted }: View): string {
  return JSON.stringify([search, where, startDate, endDate, deleted]);
}
