import { type Inbox, type InboxKind, inboxKinds, type MessageState, messageStates } from '@bedplate/contract';
import { useAddress } from '../../../lib/use-address.ts';
import { pageOf } from '../../../lib/use-address-page.ts';
import { dayRangeOf } from '../../../lib/time/day-range.ts';
import { isoDay } from '../../../lib/time/days.ts';

export type InboxTab = keyof Inbox['messages'];
export const inboxTabs: readonly InboxTab[] = ['all', ...inboxKinds];

export interface InboxView {
  tab: InboxTab;
  page: number;
  from: Date | null;
  to: Date | null;
  search: string;
  sortOrder: 'ASC' | 'DESC';
  /** '' for both. */
  state: MessageState | '';
  /** '' for anyone. */
  assigneeId: string;
}

/**
 * The filters of the inbox and its open message, kept in the page's address. A change of filter or
 * order leads to the first page.
 */
export function useInboxView() {
  const { get, change } = useAddress();
  const view: InboxView = {
    tab: inboxTabs.find((tab) => tab === get('tab')) ?? 'all',
    page: pageOf(get('page')),
    ...dayRangeOf(get),
    search: get('search'),
    sortOrder: get('sort') === 'ASC' ? 'ASC' : 'DESC',
    state: messageStates.find((state) => state === get('state')) ?? '',
    assigneeId: get('assigneeId'),
  };
  const [kind, id] = get('message').split('/');
  const isKind = (text: string | undefined): text is InboxKind => inboxKinds.some((each) => each === text);
  return {
    view,
    opened: isKind(kind) && id ? { kind, id } : null,
    onChange: (changes: Partial<InboxView>) => change({ page: null, ...addressOf(changes) }),
    onOpen: (message: { type: InboxKind; id: string } | null) => change({ message: message && `${message.type}/${message.id}` }),
  };
}

/** The call's query but for its page. The chosen days count whole. */
export function inboxFilter({ from, to, search, sortOrder, state, assigneeId }: InboxView) {
  return {
    from: from && isoDay(from),
    to: to && isoDay(to),
    search,
    sortOrder,
    state,
    assigneeId,
  };
}

function addressOf(changes: Partial<InboxView>): Record<string, string | null> {
  const texts = Object.entries(changes).map(([name, value]): [string, string | null] => {
    if (value instanceof Date) return [name, isoDay(value)];
    if (name === 'sortOrder') return ['sort', value === 'ASC' ? 'ASC' : null];
    if (value === 'all' || value === 1) return [name, null];
    return [name, value === null ? null : String(value)];
  });
  return Object.fromEntries(texts);
}
