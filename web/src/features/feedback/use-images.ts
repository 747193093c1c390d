import { extensionOf, feedbackLimits, imageExtensions } from '@bedplate/contract';
import { useEffect, useState } from 'react';
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
  useEffect(() => () => images.forEach(({ url }) => URL.revokeObjectURL(url)), []); // oxlint-disable-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- on leaving the page only
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
      URL.revokeObjectURL(image.url);
      setProblem(null);
      setImages(images.filter((one) => one !== image));
    },
    clear: () => {
      for (const { url } of images) URL.revokeObjectURL(url);
      setImages([]);
    },
  };
}

function problemOf({ name, type, size }: File): string | null {
  const isImage = type.startsWith('image/') && (imageExtensions as readonly string[]).includes(extensionOf(name));
  if (!isImage) return t('feedback.notImage', { name });
  if (size > feedbackLimits.imageBytes) return t('feedback.imageTooLarge', { name, size: feedbackLimits.imageBytes / 1024 / 1024 });
  return null;
}
