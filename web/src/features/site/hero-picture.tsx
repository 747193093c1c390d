import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keyframes } from '@mui/material/styles';

const rows = [
  { id: '0RkX9f…', name: 'Trail lamp', price: '39.00', fresh: true },
  { id: '0RkX8c…', name: 'Field notebook', price: '12.50', fresh: false },
  { id: '0RkX71…', name: 'Steel flask', price: '24.00', fresh: false },
  { id: '0RkX5a…', name: 'Wool socks', price: '18.90', fresh: false },
];
const request = `$ curl https://…/api/products/0RkW… \\
    -H "X-API-Key: …" -H "X-Secret-Key: …" \\
    -H "X-Project-ID: …" \\
    --json '{"name":"Trail lamp","price":39}'
`;
const arrive = keyframes`0%, 20% { background-color: color-mix(in srgb, currentColor 22%, transparent); } 100% { background-color: color-mix(in srgb, currentColor 8%, transparent); }`;

/** A drawing of the product: a request, and the row that it makes appear. */
export function HeroPicture() {
  return (
    <Box aria-hidden sx={{ position: 'relative', pb: { xs: 0, md: 20 } }}>
      <Box
        sx={{
          borderRadius: 1.5,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          boxShadow: (theme) => theme.vars?.palette.floating ?? 'none',
          overflow: 'hidden',
        }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            px: 5,
            py: 3.5,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Typography sx={{ fontWeight: 650, letterSpacing: '-0.01em' }}>PRODUCTS</Typography>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'accent.main', typography: 'caption', fontWeight: 550 }}>
            <Box sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: 'currentColor' }} /> LiveSync
          </Box>
        </Box>
        {rows.map(({ id, name, price, fresh }) => (
          <Box
            key={id}
            sx={{
              display: 'grid',
              gridTemplateColumns: '92px 1fr auto',
              gap: 3,
              alignItems: 'center',
              height: 44,
              px: 5,
              color: 'accent.main',
              animation: fresh ? `${arrive} 2s ease-out 800ms both` : 'none',
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Typography variant="mono" sx={{ color: 'text.secondary' }}>
              {id}
            </Typography>
            <Typography color="textPrimary" noWrap>
              {name}
            </Typography>
            <Typography color="textPrimary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {price}
            </Typography>
          </Box>
        ))}
      </Box>
      <Box
        component="pre"
        sx={{
          m: 0,
          mt: { xs: 4, md: 0 },
          position: { md: 'absolute' },
          right: { md: -16 },
          bottom: { md: 0 },
          maxWidth: '100%',
          overflow: 'hidden',
          p: 4,
          borderRadius: 1.5,
          bgcolor: '#0E1116',
          color: '#E8ECF1',
          border: '1px solid #262E39',
          boxShadow: (theme) => theme.vars?.palette.floating ?? 'none',
          typography: 'mono',
          fontSize: '0.75rem',
        }}
      >
        {request}
        <Box component="span" sx={{ color: '#35C9A1' }}>
          201 Data added successfully
        </Box>
      </Box>
    </Box>
  );
}
