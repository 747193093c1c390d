import type { Text } from './texts/text.ts';

/** Why a change is refused: in English, and as code. */
export interface RefusalReason extends Partial<Text> {
  message: string;
}
