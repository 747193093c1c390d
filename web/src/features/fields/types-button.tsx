import { DownloadButton } from '../../components/download-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { t } from '../../texts/index.ts';

/** Saves the records of a project as TypeScript declarations. */
export function TypesButton({ projectId }: { projectId: string }) {
  const fetchFile = async () => {
    const { data } = await api.get<{ data: string }>(`/project/${encodeURIComponent(projectId)}/types`);
    return { blob: new Blob([data], { type: 'text/plain' }), name: 'types.d.ts' };
  };
  return (
    <DownloadButton fetchFile={fetchFile} failed={(error) => messageOf(error, t('fields.typesFailed'))}>
      {t('fields.types')}
    </DownloadButton>
  );
}
