import type { archive as english } from '../en/archive.ts';

export const archive: Record<keyof typeof english, string> = {
  'menu.archivedStorage': '已归档存储',
  'menu.archivedProjects': '已归档项目',
  'archive.recover': '恢复',
  'archive.recoverNamed': '恢复 {name}',
  'archive.delete': '彻底删除',
  'archive.deleteNamed': '彻底删除 {name}',
  'archive.deleteAbout': '其记录、文件和端点将在一天内删除，任何人都无法恢复。如果可能还需要这些数据，请先下载副本。',
  'archive.typeName': '输入 {name} 以确认',
  'archive.deleted': '{name} 已彻底删除。',
  'archive.deleteFailed': '无法删除。',
  'copy.make': '下载副本',
  'copy.makeNamed': '下载 {name} 的副本',
  'copy.title': '账户副本',
  'copy.about':
    '一个 ZIP 文件，包含所有项目和数据存储（含已归档的）的记录（NDJSON，可直接导入）、文件和设置，以及成员列表。保存完成前请勿关闭此页面。',
  'copy.failed': '无法生成副本。',
  'archive.dateArchived': '归档日期',
  'archive.projectName': '项目名称',
  'archive.failed': '无法加载归档。',
  'archive.storagesSubtitle': '此项目中已删除的数据存储。恢复会带回其 ID、键和记录。',
  'archive.storagesEmpty': '被删除的数据存储连同记录保存在这里，直到恢复。',
  'archive.projectsSubtitle': '已删除的项目。恢复会带回其 ID 和数据存储。',
  'archive.projectsEmpty': '被删除的项目连同数据存储保存在这里，直到恢复。',
};
