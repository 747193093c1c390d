/**
 * Looks for a field whose text is no value, so that the form holds something else than the person sees: `2026-11-28 --:--`
 * is empty to a form. It gets the focus, and says what is wrong.
 */
export function unreadField(within: HTMLElement): HTMLInputElement | undefined {
  const input = [...within.querySelectorAll('input')].find(({ validity }) => validity.customError || validity.badInput);
  input?.checkValidity(); // tells its PartedField
  input?.focus();
  return input;
}
