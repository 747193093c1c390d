import { roles } from '@bedplate/contract';
import { z } from 'zod';

/** A role as the database has it. */
export const RoleSchema = z.enum(roles);
