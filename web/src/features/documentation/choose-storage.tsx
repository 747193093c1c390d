import { useSession } from '../../lib/session/session.ts';
import { t } from '../../texts/own-samples.ts';
import { useReader } from './reader.tsx';
import { SampleKey } from './sample-key.tsx';

/** For signed-in readers: which of their projects and storages the samples name. */
export function ChooseStorage() {
  const session = useSession();
  const { projects, storages, project, storage, choose } = useReader();
  if (!project) return null;
  return (
    <div className="choose-storage">
      <span>{t('docs.yours')}</span>
      <label>
        {t('docs.project')}
        <select value={project.id} onChange={(event) => choose({ projectId: event.target.value })}>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {storage && (
        <label>
          {t('docs.storage')}
          <select value={storage.id} onChange={(event) => choose({ storageId: event.target.value })}>
            {storages.map(({ id, name, key }) => (
              <option key={id} value={id}>
                {name} ({key})
              </option>
            ))}
          </select>
        </label>
      )}
      {session?.role === 'admin' && <SampleKey key={storage?.id} session={session} />}
    </div>
  );
}
