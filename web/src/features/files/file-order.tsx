import { type FileOrder, fileOrders } from '@bedplate/contract';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useAddress } from '../../lib/use-address.ts';
import { t } from '../../texts/index.ts';

/** @returns the order that the page's address names, and its setter */
export function useFileOrder(): [FileOrder, (order: FileOrder) => void] {
  const { get, change } = useAddress();
  return [get('order') === 'name' ? 'name' : 'newest', (order) => change({ order: order === 'newest' ? null : order })];
}

export function FileOrderChoice({ order, onChange }: { order: FileOrder; onChange: (order: FileOrder) => void }) {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={order}
      aria-label={t('files.order')}
      onChange={(_event, chosen: FileOrder | null) => chosen && onChange(chosen)}
    >
      {fileOrders.map((one) => (
        <ToggleButton key={one} value={one}>
          {t(`files.order.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
