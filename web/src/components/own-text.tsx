import Box from '@mui/material/Box';
import { Breakable } from '../lib/breakable.tsx';

/** Pixels below which a column of a table asks for no room: the others need it more. */
const narrowest = 80;
/** A capital letter is that much wider than a digit: a short name stays in one piece. */
const widest = 1.4;

/**
 * A text of any length, such as a name that a person chose, in the direction of its letters, and
 * never in another language than the person's. It goes on in further lines: texts of a
 * list that are cut to one begin alike, and at 200 % zoom they look alike.
 */
export function OwnText({ children }: { children: string }) {
  return (
    <Box
      component="span"
      dir="auto"
      translate="no"
      sx={{
        display: 'block',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        lineHeight: 1.35,
        // A column is as wide as its longest text, up to this; at less than that when all columns shall be in sight.
        'td &': { minWidth: `min(${Math.ceil(children.length * widest)}ch, ${narrowest}px)`, maxWidth: 220, py: 1 },
        '@media (max-width: 899px)': { 'td &': { width: 'max-content' } },
      }}
    >
      <Breakable>{children}</Breakable>
    </Box>
  );
}
