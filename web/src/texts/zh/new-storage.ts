import type { newStorage as english } from '../en/new-storage.ts';
import type { Words } from '../lingui/catalogue.ts';

export const newStorage: Record<keyof typeof english, Words> = {
  'newStorage.access': '谁使用它',
  'newStorage.accessHelp': '以后可以用访问规则设置更多。',
  'newStorage.keys': '仅密钥持有者',
  'newStorage.own': '应用用户，各自使用自己的记录',
  'newStorage.shared': '应用用户可读取全部，并更改自己的记录',
};
