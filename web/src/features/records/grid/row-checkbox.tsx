import type { ComponentProps, Ref } from 'react';

interface RowCheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Properties that the slot gets besides those of an input. */
  rowId?: unknown;
  indeterminate?: boolean;
  slotProps?: { htmlInput?: ComponentProps<'input'> };
  ref?: Ref<HTMLInputElement>;
}

/**
 * The browser's own checkbox: every row has one, and the library's is drawn ten times as slowly.
 */
export function RowCheckbox(props: RowCheckboxProps) {
  const { slotProps, className, ...rest } = props;
  delete rest.rowId;
  delete rest.indeterminate;
  return <input {...rest} {...slotProps?.htmlInput} type="checkbox" className={`row-checkbox ${className ?? ''}`} />;
}
