import { type InboxMessage, limits, officeMessages } from '@bedplate/contract';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { endOfDay } from 'date-fns';
import { useState } from 'react';
import { DateField } from '../../components/date-field.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { type InboxTab, type InboxView, useInbox, useMarkMessage } from '../../features/office/inbox-queries.ts';
import { MessageDialog } from '../../features/office/message-dialog.tsx';
import { MessageRows } from '../../features/office/message-rows.tsx';
import { OfficeSearch } from '../../features/office/office-search.tsx';
import { pageNumbers } from '../../lib/page-numbers.ts';
import { t } from '../../texts/index.ts';

const tabs: readonly InboxTab[] = ['all', 'feedback', 'contact'];

export function InboxPage() {
  const [view, setView] = useState<InboxView>({ tab: 'all', page: 1, from: null, to: null, search: '', sortOrder: 'DESC' });
  const [opened, setOpened] = useState<InboxMessage | null>(null);
  const inbox = useInbox(view);
  const mark = useMarkMessage();
  // Whatever narrows or turns the list begins at its first page again.
  const change = (changes: Partial<InboxView>) => setView((before) => ({ ...before, page: 1, ...changes }));
  const open = (message: InboxMessage) => {
    setOpened(message);
    if (!message.isRead) mark.mutate({ message, isRead: true });
  };
  return (
    <Page title={t('inbox.title')} subtitle={inbox.data && t('inbox.total', { count: inbox.data.all.total })}>
      <Loaded from={inbox} waiting={<Skeleton variant="rounded" height={320} />} failed={officeMessages.inboxFailed}>
        {(messages) => {
          const { items, total } = messages[view.tab];
          const totalPages = Math.ceil(total / limits.listLimitDefault);
          return (
            <>
              <Tabs variant="scrollable" value={view.tab} onChange={(_, tab: InboxTab) => change({ tab })} aria-label={t('inbox.title')}>
                {tabs.map((tab) => (
                  <Tab key={tab} value={tab} label={t(`inbox.${tab}`, { count: messages[tab].total })} />
                ))}
              </Tabs>
              <Filters view={view} onChange={change} />
              <Card>
                {items.length === 0 ? (
                  <EmptyState title={t('inbox.none')}>{t('inbox.noneAbout')}</EmptyState>
                ) : (
                  <MessageRows messages={items} onOpen={open} />
                )}
                {totalPages > 1 && (
                  <Box sx={{ p: 3, display: 'flex', justifyContent: 'flex-end' }}>
                    <Pager page={view.page} totalPages={totalPages} onPage={(page) => change({ page })} numbers={pageNumbers} />
                  </Box>
                )}
              </Card>
            </>
          );
        }}
      </Loaded>
      {opened && <MessageDialog message={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Filters({ view, onChange }: { view: InboxView; onChange: (changes: Partial<InboxView>) => void }) {
  const [today] = useState(() => endOfDay(new Date()));
  const oldestFirst = view.sortOrder === 'ASC';
  const order = t(oldestFirst ? 'office.oldest' : 'office.newest');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
      <Box sx={{ width: 168 }}>
        <DateField label={t('inbox.from')} value={view.from} max={view.to ?? today} onChange={(from) => onChange({ from })} />
      </Box>
      <Box sx={{ width: 168 }}>
        <DateField label={t('inbox.to')} value={view.to} min={view.from} max={today} onChange={(to) => onChange({ to })} />
      </Box>
      <OfficeSearch value={view.search} label={t('inbox.search')} onSearch={(search) => onChange({ search })} />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={oldestFirst ? <ArrowUpward /> : <ArrowDownward />}
        aria-label={t('office.sort', { order })}
        onClick={() => onChange({ sortOrder: oldestFirst ? 'DESC' : 'ASC' })}
      >
        {order}
      </Button>
    </Box>
  );
}
