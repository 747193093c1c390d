import { type InboxMessage, limits, officeLimits } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { SteadyList } from '../../components/steady-list.tsx';
import { InboxFilters } from '../../features/office/inbox/inbox-filters.tsx';
import { useChangeMessage, useInbox, useMessage } from '../../features/office/inbox/inbox-queries.ts';
import { type InboxTab, inboxTabs, useInboxView } from '../../features/office/inbox/inbox-view.ts';
import { MessageDialog } from '../../features/office/inbox/message-dialog.tsx';
import { MessageRows } from '../../features/office/inbox/message-rows.tsx';
import { pageNumbers } from '../../lib/page-numbers.ts';
import { t } from '../../texts/index.ts';

/** Later pages are reached one by one: the server skips no more than these at once. */
const farthest = officeLimits.skippedRows / limits.listLimitDefault;

const idOf = ({ type, id }: InboxMessage) => `${type} ${id}`;

export function InboxPage() {
  const { view, opened, onChange, onOpen } = useInboxView();
  const inbox = useInbox(view);
  const shown = inbox.data?.all.items.find(({ id, type }) => id === opened?.id && type === opened.kind);
  const linked = useMessage(opened);
  const message = opened && (linked.data ?? shown ?? null);
  const change = useChangeMessage();
  const open = (chosen: InboxMessage) => {
    onOpen(chosen);
    if (!chosen.isRead) change.mutate({ message: chosen, change: { isRead: true } });
  };
  return (
    <Page title={t('inbox.title')} subtitle={inbox.data && t('inbox.total', { count: inbox.data.all.total })}>
      <Loaded from={inbox} waiting={<LoadingBlock height={320} />} failed={t('message.inboxFailed')}>
        {(messages) => {
          const { items, total } = messages[view.tab];
          const totalPages = Math.min(Math.ceil(total / limits.listLimitDefault), Math.max(farthest, view.page + 1));
          return (
            <>
              <Tabs
                variant="scrollable"
                scrollButtons={false}
                value={view.tab}
                onChange={(_, tab: InboxTab) => onChange({ tab })}
                aria-label={t('inbox.title')}
              >
                {inboxTabs.map((tab) => (
                  <Tab key={tab} value={tab} label={t(`inbox.${tab}`, { count: messages[tab].total })} />
                ))}
              </Tabs>
              <InboxFilters view={view} onChange={onChange} />
              <Card>
                {items.length === 0 ? (
                  <EmptyState title={t('inbox.none')}>{t('inbox.noneAbout')}</EmptyState>
                ) : (
                  <SteadyList rows={items} keyOf={idOf} isWaiting={inbox.isPlaceholderData}>
                    {(rows) => <MessageRows messages={rows} onOpen={open} />}
                  </SteadyList>
                )}
                {totalPages > 1 && (
                  <Box sx={{ p: 3, display: 'flex', justifyContent: 'flex-end' }}>
                    <Pager page={view.page} totalPages={totalPages} onPage={(page) => onChange({ page })} numbers={pageNumbers} />
                  </Box>
                )}
              </Card>
            </>
          );
        }}
      </Loaded>
      {message && <MessageDialog key={message.id} message={message} onClose={() => onOpen(null)} />}
    </Page>
  );
}
