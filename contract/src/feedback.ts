import { z } from 'zod';

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
  fullName: z.string().trim().min(1, 'Enter your name.').max(120, 'A name has at most 120 characters.'),
  email: z
    .string()
    .trim()
    .max(254, 'An email address has at most 254 characters.')
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address'),
  subject: z.string().trim().max(feedbackLimits.subject, `A subject has at most ${feedbackLimits.subject} characters.`).default(''),
  message: z
    .string()
    .trim()
    .min(1, 'Enter a message.')
    .max(feedbackLimits.message, `A message has at most ${feedbackLimits.message} characters.`),
});
export type Feedback = z.infer<typeof Feedback>;
