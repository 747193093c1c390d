/**
 * @returns whether an input method (Chinese, Japanese, Korean) has the key, to choose its words with: it is none of the page's then.
 * Safari has ended the composition by the time that it tells of the key, whose number says so still.
 */
export function isComposing({ isComposing: composes, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composes || keyCode === 229;
}
