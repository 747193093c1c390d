import type { trash as english } from '../en/trash.ts';
import type { Words } from '../lingui/catalogue.ts';

export const trash: Record<keyof typeof english, Words> = {
  'trash.subtitle': '此项目的已归档存储和已删除记录。',
  'trash.accountSubtitle': '已归档的项目，以及所有其他项目的已归档存储和已删除记录。',
  'trash.ofAccount': '所有项目的回收站',
  'trash.project': '已归档项目',
  'trash.ofProject': '项目',
  'trash.what': '内容',
  'trash.name': '名称',
  'trash.storage': '已归档存储',
  'trash.records': '已删除的记录',
  'trash.count': '记录数',
  'trash.atLeast': '{count} 条或更多',
  'trash.since': '移入时间',
  'trash.ends': '开始删除',
  'trash.stays': '保留至彻底删除为止',
  'trash.open': '打开',
  'trash.openNamed': '打开 {name} 的已删除记录',
  'trash.archiveNamed': '打开包含 {name} 的归档',
  'trash.failed': '无法加载回收站。',
  'trash.more': '查看更多存储',
  'trash.empty': '回收站为空',
  'trash.emptyAbout': '已删除的存储，以及启用软删除的存储中已删除的记录，可在此恢复。',
  'trash.accountEmpty': '已删除的项目和存储，以及启用软删除的存储中已删除的记录，都可以从这里恢复。',
};
