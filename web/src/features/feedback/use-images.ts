import { extensionOf, feedbackLimits, imageExtensions } from '@bedplate/contract';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../texts/index.ts';

export interface AttachedImage {
  file: File;
  /** blob: address of its preview. */
  url: string;
}

/** The images of the form, with previews; what is no image or too much is not taken. */
export function useImages() {
  const [images, setImages] = useState<AttachedImage[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = useRef<readonly AttachedImage[]>([]);
  useEffect(() => {
    shown.current = images;
  }, [images]);
  useEffect(() => () => forget(shown.current), []); // on leaving the page, those that are shown then
  return {
    images,
    problem,
    add: (files: readonly File[]) => {
      const wrong = files.map(problemOf).find(Boolean) ?? null;
      const good = files.filter((file) => problemOf(file) === null).slice(0, feedbackLimits.images - images.length);
      setProblem(
        wrong ?? (images.length + files.length > feedbackLimits.images ? t('feedback.tooMany', { count: feedbackLimits.images }) : null),
      );
      setImages([...images, ...good.map((file) => ({ file, url: URL.createObjectURL(file) }))]);
    },
    remove: (image: AttachedImage) => {
      forget([image]);
      setProblem(null);
      setImages(images.filter((one) => one !== image));
    },
    removeAll: (gone: readonly AttachedImage[]) => {
      forget(gone);
      setImages((now) => now.filter((one) => !gone.includes(one)));
    },
  };
}

/** A preview's bytes stay in memory until its address is given back. */
function forget(images: readonly AttachedImage[]): void {
  for (const { url } of images) URL.revokeObjectURL(url);
}

function problemOf({ name, type, size }: File): string | null {
  const isImage = type.startsWith('image/') && (imageExtensions as readonly string[]).includes(extensionOf(name));
  if (!isImage) return t('feedback.notImage', { name });
  if (size > feedbackLimits.imageBytes) return t('feedback.imageTooLarge', { name, size: feedbackLimits.imageBytes / 1024 / 1024 });
  return null;
}
