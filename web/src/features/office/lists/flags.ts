import { t } from '../../../texts/index.ts';

export function yesNo(is: boolean): string {
  return t(is ? 'office.yes' : 'office.no');
}
