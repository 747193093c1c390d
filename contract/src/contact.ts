import { z } from 'zod';
import { emailShape } from './email-address.ts';
import { contactLimits, contactMessages } from './texts/contact-texts.ts';
import { seenText, shownText } from './names.ts';
import { problem } from './texts/rules.ts';

/** POST /app/contact-us. `website` is a field that people do not see: who fills it in is a program. */
export const ContactMessage = z.object({
  name: z
    .string()
    .trim()
    .regex(seenText, contactMessages.required)
    .max(contactLimits.name, problem('nameLong', { max: contactLimits.name }))
    .regex(shownText, problem('nameCharacters')),
  email: z
    .string()
    .trim()
    .min(1, contactMessages.required)
    .max(contactLimits.email, problem('emailLong', { max: contactLimits.email }))
    .regex(emailShape, contactMessages.emailShape),
  message: z
    .string()
    .trim()
    .regex(seenText, contactMessages.required)
    .max(contactLimits.message, problem('messageLong', { max: contactLimits.message })),
  website: z.string().max(500).optional(),
});
export type ContactMessage = z.infer<typeof ContactMessage>;
