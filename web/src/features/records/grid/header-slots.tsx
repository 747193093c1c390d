import IconButton from '@mui/material/IconButton';
import type { GridSlots } from '@mui/x-data-grid';
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react';

/**
 * The parts of a column's header, made of the browser's own elements. Every column has two buttons,
 * three icons and three tips, which are only seen under the pointer; with the library's elements a
 * page of ten records spent a third of its time on them.
 */
export const headerSlots = {
  baseIconButton: HeaderButton as GridSlots['baseIconButton'], // takes what a header gives it
  baseTooltip: Tip as GridSlots['baseTooltip'],
  columnSortedAscendingIcon: iconOf(<path d="m4 12 1.41 1.41L11 7.83V20h2V7.83l5.58 5.59L20 12l-8-8z" />),
  columnSortedDescendingIcon: iconOf(<path d="m20 12-1.41-1.41L13 16.17V4h-2v12.17l-5.58-5.59L4 12l8 8z" />),
  columnMenuIcon: iconOf(
    <path d="M12 8c1.1 0 2-.9 2-2s-.9-2-2-2-2 .9-2 2 .9 2 2 2m0 2c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0 6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2" />,
  ),
  columnResizeIcon: iconOf(<rect width="1" height="24" x="11.5" rx="0.5" />),
} satisfies Partial<GridSlots>;

interface HeaderButtonProps extends ComponentProps<'button'> {
  /** Properties that the slot gets besides those of a button. */
  size?: unknown;
  field?: unknown;
}

const inHeader = /MuiDataGrid-(?:menuIconButton|sortButton)/;

/** The menu's panel of columns, which is beside the table, keeps the library's buttons. */
function HeaderButton(props: HeaderButtonProps) {
  const { className = '', color: _, ...rest } = props;
  delete rest.size;
  delete rest.field;
  if (!inHeader.test(className)) return <IconButton {...rest} className={className} size="small" />;
  return <button {...rest} type="button" className={`header-button ${className}`} />;
}

/** The browser's own tip. */
function Tip({ title, children }: { title?: ReactNode; children: ReactElement<{ title?: string }> }) {
  return typeof title === 'string' && title !== '' ? cloneElement(children, { title }) : children;
}

function iconOf(drawing: ReactElement) {
  return function HeaderIcon({ className }: { className?: string }) {
    return (
      <svg className={`header-icon ${className ?? ''}`} viewBox="0 0 24 24" aria-hidden="true">
        {drawing}
      </svg>
    );
  };
}
