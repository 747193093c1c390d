import type { SchemaField } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { readConditions, whereOf } from './conditions.ts';
import { conditionOnValue } from './field-condition.ts';

interface CellFiltersProps {
  field: string;
  value: unknown;
  /** Of the field, where one is declared. */
  type: SchemaField | undefined;
  onDone: () => void;
}

/** Narrows the view to the records with a cell's value, or to all others. */
export function CellFilters({ field, value, type, onDone }: CellFiltersProps) {
  const where = useDataView(({ view }) => view.where);
  const changeView = useDataView((state) => state.changeView);
  const button = (isSame: boolean) => {
    const condition = conditionOnValue({ field, value, type }, isSame);
    if (!condition) return null;
    const add = () => {
      const conditions = readConditions(where);
      const isThere = (one: object) => JSON.stringify(one) === JSON.stringify(condition);
      if (!conditions.list.some(isThere)) changeView({ where: whereOf({ ...conditions, list: [...conditions.list, condition] }) });
      onDone();
    };
    return <Button onClick={add}>{t(isSame ? 'filter.onlyThis' : 'filter.notThis')}</Button>;
  };
  return (
    <>
      {button(true)}
      {button(false)}
    </>
  );
}
