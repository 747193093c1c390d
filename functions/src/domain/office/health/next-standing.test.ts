import { expect, test } from 'vitest';
import type { Standing } from '../../../store/documents/health-documents.ts';
import type { Finding } from './finding.ts';
import { nextStanding, type Turn } from './next-standing.ts';

const found = { o: 'ok', s: 'slow', d: 'down', u: 'unknown', f: 'off' } as const;

/** @param letters one finding each, a minute apart @returns what staff are told, as minute and word */
function told(letters: string): string[] {
  let standing: Standing | undefined;
  return [...letters].flatMap((letter, minute) => {
    const state = found[letter as keyof typeof found];
    const finding: Finding = { state, value: 1, reason: state === 'down' ? `failure ${minute}` : null };
    const next: { standing: Standing; turn: Turn | null } = nextStanding(standing, finding, minute * 60_000);
    standing = next.standing;
    return next.turn ? [`${minute} ${textOf(next.turn)}`] : [];
  });
}

function textOf(turn: Turn): string {
  if (turn.to === 'down') return `down since ${turn.startedAt.toMillis() / 60_000}: ${turn.reason}`;
  const { startedAt, endedAt, reason } = turn.over;
  return `up, was down from ${startedAt.toMillis() / 60_000} to ${endedAt.toMillis() / 60_000}: ${reason}`;
}

test.each([
  ['a single failure', 'oodoo', []],
  ['a slow part', 'sssss', []],
  ['two failures in a row', 'oodd', ['3 down since 2: failure 3']],
  ['a long failure, once', 'oddddddddd', ['2 down since 1: failure 2']],
  ['the very first findings', 'dd', ['1 down since 0: failure 1']],
  ['a recovery', 'ddoo', ['1 down since 0: failure 1', '3 up, was down from 0 to 3: failure 1']],
  ['a recovery that is slow', 'ddss', ['1 down since 0: failure 1', '3 up, was down from 0 to 3: failure 1']],
  ['one success within a failure', 'ddodddod', ['1 down since 0: failure 1']],
  ['every second check failing', 'odododododod', []],
  ['what a probe cannot tell, between failures', 'dudu', ['2 down since 0: failure 2']],
  ['what a probe cannot tell, in an incident', 'dduuuoo', ['1 down since 0: failure 1', '6 up, was down from 0 to 6: failure 1']],
  ['two incidents', 'ddoodd', ['1 down since 0: failure 1', '3 up, was down from 0 to 3: failure 1', '5 down since 4: failure 5']],
  ['a part that is switched off in an incident', 'ddff', ['1 down since 0: failure 1', '3 up, was down from 0 to 3: failure 1']],
])('of %s staff are told what they must know', (_, letters, expected) => {
  expect(told(letters)).toEqual(expected);
});
