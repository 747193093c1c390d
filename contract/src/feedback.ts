import { emailShape } from './email-address.ts';
import { z } from 'zod';
import { seenText, shownText } from './names.ts';
import { problem } from './texts/rules.ts';

export const feedbackLimits = {
  subject: 60,
  message: 5000,
  images: 10,
  /** Bytes of one image; all together fit into one request of the platform (32 MiB). */
  imageBytes: 5 * 1024 * 1024,
  totalBytes: 25 * 1024 * 1024,
} as const;

/** MIME types of pictures that may be attached: judged by content, never by name. */
export const feedbackImageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/webp'] as const;

/** The text fields of POST /app/feedback. */
export const Feedback = z.object({
  fullName: z
    .string()
    .trim()
    .regex(seenText, problem('ownNameMissing'))
    .max(120, problem('nameLong', { max: 120 }))
    .regex(shownText, problem('nameCharacters')),
  email: z
    .string()
    .trim()
    .max(254, problem('emailLong', { max: 254 }))
    .regex(emailShape, problem('emailShape')),
  subject: z
    .string()
    .trim()
    .max(feedbackLimits.subject, problem('subjectLong', { max: feedbackLimits.subject }))
    .regex(shownText, problem('textCharacters'))
    .default(''),
  message: z
    .string()
    .trim()
    .regex(seenText, problem('messageMissing'))
    .max(feedbackLimits.message, problem('messageLong', { max: feedbackLimits.message })),
});
export type Feedback = z.infer<typeof Feedback>;
