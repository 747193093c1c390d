import { Panel } from '../../components/panel.tsx';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import { CopyButton } from './copy-button.tsx';

/** Offers a copy of the whole account. */
export function CopyPanel() {
  return (
    <IfMay to="records.export">
      <Panel title={t('copy.title')} about={t('copy.about')}>
        <CopyButton wanted={{}} />
      </Panel>
    </IfMay>
  );
}
