import { useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { idsOfView } from '../queries/record-queries.ts';
import { selectedIds, useDataView, useDataViewStore } from '../state/data-view-store.tsx';

export interface Selection {
  ids: ReadonlySet<string>;
  /** The view has more than can be selected. */
  isCut: boolean;
  isLoading: boolean;
  /** Selects every record that the view's filters match at this moment. */
  selectAll: () => Promise<void>;
  clear: () => void;
}

export function useSelection(): Selection {
  const toast = useToast();
  const store = useDataViewStore();
  const ids = useDataView(selectedIds);
  const isCut = useDataView(({ chosen }) => chosen.isCut);
  const [isLoading, setLoading] = useState(false);
  return {
    ids,
    isCut: isCut && ids.size > 0,
    isLoading,
    async selectAll() {
      const { storage, view, choose } = store.getState();
      setLoading(true);
      try {
        const all = await idsOfView(storage, view);
        choose(new Set(all.ids), !all.isComplete, view);
      } catch (error) {
        toast.error(messageOf(error, t('records.selectFailed'), t('records.selectFailed')), error);
      } finally {
        setLoading(false);
      }
    },
    clear: () => store.getState().choose(new Set()),
  };
}
