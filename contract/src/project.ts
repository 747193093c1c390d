import { z } from 'zod';
import { problem } from './texts/rules.ts';
import { limits } from './limits.ts';
import { seenText, shownLines, shownText } from './names.ts';
import { withChanged } from './with-changed.ts';

export const NewProject = z.object({
  name: z
    .string()
    .trim()
    .regex(seenText, problem('projectNameMissing'))
    .max(limits.nameLength, problem('projectNameLong', { max: limits.nameLength }))
    .regex(shownText, problem('textCharacters')),
  description: z
    .string()
    .trim()
    .max(limits.descriptionLength, problem('descriptionLong', { max: limits.descriptionLength }))
    .regex(shownLines, problem('textCharacters'))
    .nullish()
    .transform((d) => d ?? ''),
});
export type NewProject = z.infer<typeof NewProject>;

/** PUT /app/projects/{id} */
export const ProjectChange = withChanged(NewProject);
export type ProjectChange = z.infer<typeof ProjectChange>;

export interface Project {
  id: string;
  name: string;
  description: string;
  createdAt: string;
  updatedAt: string;
}
