import type { calls as english } from '../en/calls.ts';
import type { Words } from '../lingui/catalogue.ts';

export const calls: Record<keyof typeof english, Words> = {
  'playground.upload': 'POST 文件到记录',
  'playground.field': '字段',
  'playground.fieldHelp': '记录在此字段中保存文件的地址。',
  'playground.fieldRequired': '请输入字段名称。',
  'playground.file': '文件',
  'playground.fileRequired': '请选择文件。',
  'playground.run': '运行',
  'playground.answer': '调用的响应',
  'playground.noAnswer': '运行后，响应会显示在这里。',
  'calls.title': '各存储的调用',
  'calls.about': '此主机下的地址，填入您的密钥即可使用。“试用”会在试验场中打开调用。',
  'calls.list': '列出记录',
  'calls.get': '读取一条记录',
  'calls.create': '创建记录',
  'calls.update': '更改记录',
  'calls.remove': '删除记录',
  'calls.upload': '上传文件',
  'calls.copy': '复制地址：{call}',
  'calls.try': '试用',
  'calls.tryNamed': '试用：{call}',
};
