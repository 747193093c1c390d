import { useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { idsOfView, type StorageRef } from '../queries/record-queries.ts';
import type { View } from '../queries/view.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** The view has more than can be selected. */
  isCut: boolean;
  isLoading: boolean;
  choose: (ids: ReadonlySet<string>) => void;
  /** Everything that the view's filters match at this moment. */
  chooseAll: () => Promise<void>;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** The selected records; the choice lasts from page to page, and ends with another search, range or toggle. */
export function useSelection(storage: StorageRef, view: View): Selection {
  const toast = useToast();
  const filters = JSON.stringify([view.search, view.startDate, view.endDate, view.deleted]);
  const [chosen, setChosen] = useState({ filters, ids: none, isCut: false });
  const [isLoading, setLoading] = useState(false);
  const { ids, isCut } = chosen.filters === filters ? chosen : { ids: none, isCut: false };
  return {
    ids,
    isCut,
    isLoading,
    choose: (next) => setChosen({ filters, ids: next, isCut: false }),
    async chooseAll() {
      setLoading(true);
      try {
        const all = await idsOfView(storage, view);
        setChosen({ filters, ids: new Set(all.ids), isCut: !all.isComplete });
      } catch (error) {
        toast.error(messageOf(error, t('records.selectFailed'), t('records.selectFailed')));
      } finally {
        setLoading(false);
      }
    },
    clear: () => setChosen({ filters, ids: none, isCut: false }),
  };
}
