import { z } from 'zod';
import { limits } from './limits.ts';

export const NewProject = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a project name.')
    .max(limits.nameLength, `A project name has at most ${limits.nameLength} characters.`),
  description: z
    .string()
    .trim()
    .max(limits.descriptionLength, `A description has at most ${limits.descriptionLength} characters.`)
    .nullish()
    .transform((d) => d ?? ''),
});
export type NewProject = z.infer<typeof NewProject>;

export interface Project {
  id: string;
  name: string;
  description: string;
  createdAt: string;
  updatedAt: string;
}
