/** Characters above which a text area takes longer for a key than people wait. */
export const hugeText = 20_000;

export const loadLongEditor = async () => ({ default: (await import('./long-editor.tsx')).LongEditor });
