export type Tone = 'success' | 'warning' | 'error' | 'info' | 'default';

const tones: Record<string, Tone> = {
  'User Login': 'success',
  'Add Storage': 'success',
  'Recover Storage': 'success',
  'Update Storage': 'warning',
  'Update Storage Data': 'warning',
  'Remove Storage': 'error',
  'Remove Storage Data': 'error',
  'Download Storage Data': 'info',
  'Insert Storage Data': 'info',
};

/**
 * @returns the badge's colour: what adds is green, changes yellow, removes red, moves data blue;
 * the nine that are fixed first
 */
export function toneOf(activity: string): Tone {
  const verb = activity.split(' ', 1)[0] ?? '';
  return (
    tones[activity] ??
    ({ Add: 'success', Recover: 'success', Restore: 'success', Update: 'warning', Change: 'warning', Remove: 'error' } as const)[verb] ??
    'default'
  );
}
