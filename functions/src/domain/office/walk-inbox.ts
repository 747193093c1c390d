import type { InboxKind, InboxMessage } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { type InboxFilter, readInbox } from './inbox.ts';

const stretch = 100;

/** Columns of the inbox's download; pictures stay behind. */
export const inboxColumns = ['id', 'type', 'fullName', 'email', 'subject', 'message', 'state', 'assignee.name', 'isRead', 'createdAt'];

/** Every message of a tab as the filter shows it, in stretches. */
export async function* walkInbox(services: Services, tab: InboxKind | 'all', filter: InboxFilter): AsyncGenerator<InboxMessage[]> {
  let after: string | undefined;
  for (let page = 1; ; page += 1) {
    const { items } = (await readInbox(services, { ...filter, page, limit: stretch, after })).messages[tab];
    yield items;
    after = items.at(-1)?.id;
    if (items.length < stretch || !after) return;
  }
}
