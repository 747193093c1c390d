import type { FieldProblem } from '@bedplate/contract';
import type { z } from 'zod';

/** @returns each wrong field once, with a sentence that names it; at most 20 */
export function fieldProblems(error: z.ZodError): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.').slice(0, 200);
    if (!problems.has(field)) problems.set(field, { field, message: sentence(field, issue) });
  }
  return [...problems.values()].slice(0, 20);
}

function sentence(field: string, issue: z.core.$ZodIssue): string {
  const name = field || 'The request';
  if (issue.code === 'invalid_type') {
    // zod keeps the input out of its issues; only its own sentence tells whether there was one.
    return issue.message.endsWith('received undefined') ? `${name} is required.` : `${name} must be of type ${issue.expected}.`;
  }
  if (issue.code === 'unrecognized_keys') return `${name} has unknown fields: ${issue.keys.slice(0, 10).join(', ').slice(0, 200)}.`;
  if (issue.code === 'invalid_value') return `${name} must be one of: ${issue.values.map(String).join(', ')}.`;
  return issue.message.includes(field) ? issue.message : `${name}: ${issue.message}`;
}
