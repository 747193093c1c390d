import Box from '@mui/material/Box';

/** Pixels below which a column of a table asks for no room: the others need it more. */
const narrowest = 80;

/**
 * A text of any length, such as a name that a person chose, in the direction of its letters. It goes on in further lines: texts of a
 * list that are cut to one begin alike, and at 200 % zoom they look alike.
 */
export function OwnText({ children }: { children: string }) {
  return (
    <Box
      component="span"
      dir="auto"
      sx={{
        display: 'block',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        lineHeight: 1.35,
        // A column is as wide as its longest text, up to this; at less than that when all columns shall be in sight.
        'td &': { minWidth: `min(${children.length}ch, ${narrowest}px)`, maxWidth: 220, py: 1 },
        '@media (max-width: 899px)': { 'td &': { width: 'max-content' } },
      }}
    >
      {children}
    </Box>
  );
}
