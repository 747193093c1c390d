import type { StorageResource, UploadAnswer } from '@bedplate/client';
import { useCallback, useRef } from 'react';
import { useProvided } from '../provider/provider.tsx';
import { useCalls } from './use-calls.ts';

export interface UploadView<F extends string> {
  /** Puts a file into a field of a record. @throws {BedplateError} what the storage's `upload` throws; `aborted` after `cancel` */
  upload: (id: string, field: F, file: Blob) => Promise<UploadAnswer>;
  /** Ends the uploads that are under way. */
  cancel: () => void;
  isUploading: boolean;
  error: Error | undefined;
}

/**
 * Uploads files; lists and records on the page then show the field as the server has it.
 * @example const { upload, isUploading } = useUpload(orders);
 */
export function useUpload<T>(storage: Pick<StorageResource<T>, 'id' | 'upload'>): UploadView<keyof T & string> {
  const { store } = useProvided();
  const { isPending, error, call } = useCalls();
  const running = useRef(new Set<AbortController>());
  const upload = useCallback(
    (id: string, field: keyof T & string, file: Blob) =>
      call(async () => {
        const controller = new AbortController();
        running.current.add(controller);
        try {
          const answer = await storage.upload(id, field, file, { signal: controller.signal });
          store.reloadStorage(storage.id);
          return answer;
        } finally {
          running.current.delete(controller);
        }
      }),
    [call, storage, store],
  );
  const cancel = useCallback(() => running.current.forEach((controller) => controller.abort()), []);
  return { upload, cancel, isUploading: isPending, error };
}
