import type { addRecord as english } from '../en/add-record.ts';
import type { Words } from '../lingui/catalogue.ts';

export const addRecord: Record<keyof typeof english, Words> = {
  'add.title': '添加记录',
  'add.duplicateTitle': '复制记录',
  'add.alsoCopied': '原样复制：{fields}。',
  'add.filesStay': '文件仍归原记录所有。',
  'add.submit': '添加',
  'add.noFields': '此存储还没有字段。请在此添加最初的字段。',
  'add.asJson': '使用 JSON',
  'add.asForm': '使用表单',
  'add.json': '记录的 JSON',
  'add.jsonHelp': '包含记录各字段的对象，例如 {"title": "Oak Mug", "price": 14.5}。',
  'add.notObject': '请输入一个对象：花括号中的字段及其值。',
  'add.ofField': '{field}：{problem}',
  'add.another': '添加字段',
  'add.newField': '新字段',
  'add.removeField': '移除字段 {field}',
  'add.value': '值',
  'add.default': '留空时为 {value}。',
  'add.needed': '此字段为必填项。',
  'add.nameMissing': '请输入字段名称。',
  'add.nameTaken': '此记录已有同名字段。',
};
