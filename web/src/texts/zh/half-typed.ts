import type { halfTyped as english } from '../en/half-typed.ts';

export const halfTyped: Record<keyof typeof english, string> = {
  'field.half': '此处不完整。请补全或清空该字段。',
};
