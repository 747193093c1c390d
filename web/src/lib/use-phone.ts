import useMediaQuery from '@mui/material/useMediaQuery';

/** Styles of a phone's width begin with it. */
export const phone = '@media (max-width:639.95px)';

/** @returns whether the window has the width of a phone, where lists show cards instead of tables */
export function usePhone(): boolean {
  return useMediaQuery(phone, { noSsr: true });
}
