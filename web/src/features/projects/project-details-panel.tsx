import { CopyText } from '../../components/copy-text.tsx';
import { FactList, FactsToCome } from '../../components/fact-list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Panel } from '../../components/panel.tsx';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useProject } from './project-queries.ts';

export function ProjectDetailsPanel({ projectId }: { projectId: string }) {
  const toast = useToast();
  return (
    <Panel title={t('project.details')}>
      <Loaded from={useProject(projectId)} waiting={<FactsToCome count={3} />} failed={t('project.failed')}>
        {({ id, name, description }) => (
          <FactList
            facts={[
              { term: t('nameOfThing'), value: name },
              {
                term: t('project.id'),
                value: <CopyText text={id} label={t('project.copyId')} onCopied={() => toast.success(t('message.idCopied'))} />,
              },
              { term: t('description'), value: description || '–' },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
