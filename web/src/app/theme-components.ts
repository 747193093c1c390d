import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

type ThemeWithVars = Omit<Theme, 'palette'> & CssVarsTheme;

/** Defaults that make MUI quiet: hairlines instead of shadows, one radius, visible focus. */
export const componentDefaults: Components<ThemeWithVars> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { WebkitTextSizeAdjust: '100%' },
      body: { fontFeatureSettings: '"cv11", "ss03"', overflowWrap: 'break-word' },
      // It outweighs the `outline: 0` of every button, and not the rules of inputs, whose frames have a mark of their own. The others
      // are boxes that take the focus for what is in them, and items of menus, which are marked by their ground.
      'body :focus-visible:where(:not([role=presentation], [role=menuitem], .MuiPaper-root))': {
        outline: `2px solid ${theme.vars.palette.primary.main}`,
        outlineOffset: 2,
      },
      '.MuiTab-root:focus-visible': { outlineOffset: -2 },
      // Their input, which has the focus, is not drawn.
      ':is(.MuiCheckbox-root, .MuiRadio-root).Mui-focusVisible': {
        outline: `2px solid ${theme.vars.palette.primary.main}`,
        outlineOffset: -4,
        borderRadius: 6,
      },
      'fieldset:disabled :is(button, .MuiButtonBase-root)': { opacity: 0.5, cursor: 'not-allowed' },
      // Inputs use this animation to notice that the browser has filled them. It is defined once
      // here instead of with every input.
      '@keyframes mui-auto-fill': { from: { display: 'block' } },
      '@keyframes mui-auto-fill-cancel': { from: { display: 'block' } },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '1ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '1ms !important',
        },
      },
    }),
  },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: 36, padding: '7px 14px', borderRadius: 8, whiteSpace: 'nowrap' },
      sizeSmall: { minHeight: 32, padding: '5px 10px', fontSize: '0.8125rem' },
      sizeLarge: { minHeight: 44, padding: '11px 20px', fontSize: '0.9375rem' },
      outlined: ({ theme }) => ({
        borderColor: theme.vars.palette.control,
        '&.MuiButton-colorInherit': { backgroundColor: theme.vars.palette.background.paper },
        '&.MuiButton-colorInherit:hover': { backgroundColor: theme.vars.palette.action.hover },
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: { root: { borderRadius: 8, padding: 8 }, sizeSmall: { padding: 6 } },
  },
  MuiLinearProgress: { styleOverrides: { determinate: ({ theme }) => ({ backgroundColor: theme.vars.palette.divider }) } },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    styleOverrides: { root: ({ theme }) => ({ borderRadius: 12, border: `1px solid ${theme.vars.palette.divider}` }) },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 12,
        border: `1px solid ${theme.vars.palette.divider}`,
        backgroundColor: theme.vars.palette.raised,
        boxShadow: theme.vars.palette.floating,
        [theme.breakpoints.down('sm')]: { margin: 16, width: 'calc(100% - 32px)', maxHeight: 'calc(100% - 32px)' },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: { padding: '20px 24px 8px', fontSize: '1.0625rem', fontWeight: 650, letterSpacing: '-0.014em', lineHeight: '24px' },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8, '& > :not(style) ~ :not(style)': { marginLeft: 0 } } } },
  MuiBackdrop: { styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(8 11 16 / 0.48)' } } } },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        marginTop: 4,
        border: `1px solid ${theme.vars.palette.divider}`,
        backgroundColor: theme.vars.palette.raised,
        boxShadow: theme.vars.palette.floating,
      }),
      list: { padding: 4 },
    },
  },
  // The menu of a table's column, which is no MuiMenu.
  MuiPopper: {
    styleOverrides: {
      root: ({ theme }) => ({
        '& > .MuiPaper-root': {
          border: `1px solid ${theme.vars.palette.divider}`,
          backgroundColor: theme.vars.palette.raised,
          boxShadow: theme.vars.palette.floating,
        },
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        borderRadius: 6,
        minHeight: 36,
        fontSize: '0.875rem',
        padding: '6px 10px',
        gap: 10,
        // Names that begin alike would look alike.
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 200 },
    styleOverrides: {
      tooltip: {
        fontSize: '0.75rem',
        lineHeight: '16px',
        padding: '6px 8px',
        borderRadius: 6,
        backgroundColor: '#12161C',
        color: '#F2F5F8',
        maxWidth: 280,
      },
    },
  },
  MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.paper,
        fontSize: '0.875rem',
        // A phone zooms into a field of smaller letters.
        [theme.breakpoints.down('sm')]: { fontSize: '1rem' },
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.control, transition: 'border-color 120ms' },
        '&:hover:not(.Mui-focused):not(.Mui-error):not(.Mui-disabled) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.vars.palette.text.disabled,
        },
        '&.Mui-disabled': { backgroundColor: theme.vars.palette.background.default },
      }),
      input: {
        padding: '8px 12px',
        height: 20,
        '&:focus-visible': { outline: 'none' },
        // A phone has not the room for every hint: it shall not look whole.
        '&:placeholder-shown': { textOverflow: 'ellipsis' },
      },
      multiline: { padding: '8px 12px', '& .MuiOutlinedInput-input': { padding: 0, height: 'auto', lineHeight: '20px' } },
    },
  },
  MuiFormControl: {
    styleOverrides: {
      // A required field is marked beside its label. Screen readers hear it from the field itself: the
      // second value gives the mark an empty name, the first is for browsers that do not know it.
      root: ({ theme }) => ({
        '&:has([aria-required="true"]) .MuiFormLabel-root::after': {
          content: ['" *"', '" *" / ""'],
          color: theme.vars.palette.error.main,
        },
      }),
    },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: '0.8125rem',
        lineHeight: '20px',
        fontWeight: 550,
        color: theme.vars.palette.text.primary,
        minWidth: 0,
      }),
    },
  },
  MuiFormControlLabel: { styleOverrides: { label: { minWidth: 0, overflowWrap: 'anywhere' } } },
  MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0', fontSize: '0.75rem', lineHeight: '16px' } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '4px 12px', // for texts of three lines
        height: 40,
        fontSize: '0.8125rem',
        lineHeight: '20px',
        borderColor: theme.vars.palette.divider,
        fontVariantNumeric: 'tabular-nums',
      }),
      head: ({ theme }) => ({
        height: 36,
        fontSize: '0.75rem',
        fontWeight: 550,
        color: theme.vars.palette.text.secondary,
        backgroundColor: theme.vars.palette.background.default,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiChip: { styleOverrides: { root: { borderRadius: 6, height: 22, fontSize: '0.75rem', fontWeight: 550 }, label: { padding: '0 8px' } } },
  MuiAvatar: { styleOverrides: { root: { fontSize: '0.75rem', fontWeight: 600 } } },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        fontSize: '0.8125rem',
        lineHeight: '20px',
        padding: '6px 12px',
        alignItems: 'flex-start',
        // Beside a button with a word or two the text would be a column of single words.
        [theme.breakpoints.down('sm')]: { flexWrap: 'wrap', '& > .MuiAlert-message': { flex: '1 1 0', minWidth: '65%' } },
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    // A line of text is too low for a finger; within a sentence the lines stay where they are.
    styleOverrides: { root: ({ theme }) => ({ [theme.breakpoints.down('sm')]: { paddingBlock: 4 } }) },
  },
  MuiSkeleton: { defaultProps: { animation: 'wave' } },
  MuiSwitch: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 36,
        height: 20,
        padding: 0,
        overflow: 'visible',
        '& .MuiSwitch-switchBase': { padding: 3 },
        '& .MuiSwitch-switchBase.Mui-checked': { transform: 'translateX(16px)', color: '#fff' },
        '& .MuiSwitch-switchBase.Mui-checked + .MuiSwitch-track': { opacity: 1 },
        '& .MuiSwitch-switchBase.Mui-focusVisible + .MuiSwitch-track': {
          outline: `2px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
        '& .MuiSwitch-thumb': { width: 14, height: 14, boxShadow: 'none', color: '#fff' },
        '& .MuiSwitch-track': { borderRadius: 10, opacity: 1, backgroundColor: theme.vars.palette.text.disabled },
      }),
    },
  },
  MuiInputAdornment: { styleOverrides: { positionStart: { marginRight: 0 } } },
  MuiDrawer: {
    styleOverrides: {
      paper: ({ theme }) => ({ backgroundColor: theme.vars.palette.background.paper, borderColor: theme.vars.palette.divider }),
    },
  },
};
