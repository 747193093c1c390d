import { z } from 'zod';
import { emailShape } from './email-address.ts';
import { contactLimits, contactMessages } from './texts/contact-texts.ts';

/** POST /app/contact-us. `website` is a field that people do not see: who fills it in is a program. */
export const ContactMessage = z.object({
  name: z.string().trim().min(1, contactMessages.required).max(contactLimits.name, `name has at most ${contactLimits.name} characters.`),
  email: z
    .string()
    .trim()
    .min(1, contactMessages.required)
    .max(contactLimits.email, `email has at most ${contactLimits.email} characters.`)
    .regex(emailShape, contactMessages.emailShape),
  message: z
    .string()
    .trim()
    .min(1, contactMessages.required)
    .max(contactLimits.message, `message has at most ${contactLimits.message} characters.`),
  website: z.string().max(500).optional(),
});
export type ContactMessage = z.infer<typeof ContactMessage>;
