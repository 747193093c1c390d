import { Feedback, timings } from '@bedplate/contract';
import { useRef, useState } from 'react';
import { withReason } from '../../lib/api/api-error.ts';
import { upload } from '../../lib/api/upload.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { t } from '../../texts/index.ts';
import { useAccount } from '../account/account-queries.ts';
import { useImages } from './use-images.ts';

interface FeedbackValues {
  fullName: string;
  email: string;
  subject: string;
  message: string;
}

/** The feedback form: its values, its images, and its state from idle over sending to success or error. */
export function useFeedback() {
  const account = useAccount();
  const [typed, setTyped] = useState<Partial<FeedbackValues>>({});
  const [state, setState] = useState<'idle' | 'sending' | 'success'>('idle');
  const [error, setError] = useState<string | null>(null);
  const isSending = useRef(false);
  const images = useImages();
  useUnsaved({ isUnsaved: () => Object.values(typed).some((text) => text !== '') || images.images.length > 0 });
  const { name = '', email = '' } = account.data ?? {};
  const values: FeedbackValues = { fullName: name, email, subject: '', message: '', ...typed };

  async function send() {
    if (isSending.current) return; // a second press before the button is drawn disabled
    const problem = problemOf(values);
    setError(problem);
    setState('idle');
    if (problem) return;
    isSending.current = true;
    setState('sending');
    const form = new FormData();
    for (const [field, value] of Object.entries(values)) form.append(field, String(value));
    for (const { file } of images.images) form.append('images', file, file.name);
    // It stays in its sending state for a moment even when the server answers at once.
    const shownLongEnough = new Promise((done) => setTimeout(done, timings.feedbackDelay));
    try {
      await Promise.all([upload('/feedback', form), shownLongEnough]);
      setState('success');
      // Text and images added during the request are kept for the next message.
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([field, text]) => text !== values[field as keyof FeedbackValues])));
      images.removeAll(images.images);
    } catch (failure) {
      await shownLongEnough;
      setState('idle');
      setError(withReason(t('message.feedbackFailed'), failure));
    } finally {
      isSending.current = false;
    }
  }

  return { values, change: (part: Partial<FeedbackValues>) => setTyped((before) => ({ ...before, ...part })), images, state, error, send };
}

function problemOf(values: FeedbackValues): string | null {
  if ([values.fullName, values.email, values.message].some((text) => text.trim() === '')) return t('feedback.required');
  if (!Feedback.shape.email.safeParse(values.email).success) return t('feedback.badEmail');
  return null;
}
