import { FactList, FactsToCome } from '../../components/fact-list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Panel } from '../../components/panel.tsx';
import { localDateTime } from '../../lib/time.ts';
import { roleName, t } from '../../texts/index.ts';
import { useAccount } from './account-queries.ts';

/** The signed-in person. A role that this console does not know is shown as it is called. */
export function UserDetailsPanel() {
  return (
    <Panel title={t('user.details')}>
      <Loaded from={useAccount()} waiting={<FactsToCome count={3} />} failed={t('message.userFetchFailed')}>
        {({ name, role, last_login }) => (
          <FactList
            facts={[
              { term: t('name'), value: name },
              { term: t('role'), value: roleName(role) },
              { term: t('lastLogin'), value: last_login ? localDateTime(last_login) : t('message.noLoginData') },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
