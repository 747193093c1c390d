import { useUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../texts/index.ts';

/** Asks before another page ends an import half-way, or the choice of its columns is lost. */
export function useImportQuestion({ isBusy, isPrepared }: { isBusy: boolean; isPrepared: boolean }): void {
  useUnsaved({
    isUnsaved: () => isBusy || isPrepared,
    ...(isBusy
      ? { question: { title: t('import.leaveTitle'), text: t('import.leaveText'), keep: t('import.stay'), leave: t('import.leave') } }
      : { name: t('import.open') }),
  });
}
