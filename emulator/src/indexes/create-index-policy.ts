import type { IndexConfig } from './index-config.ts';
import type { IndexPolicy } from './index-policy.ts';

export function createIndexPolicy(_mode: 'strict' | 'permissive', _config: IndexConfig, _projectId: string): IndexPolicy {
  return { check: () => undefined, usage: () => ({}) };
}
