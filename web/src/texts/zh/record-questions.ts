import type { recordQuestions as english } from '../en/record-questions.ts';

export const recordQuestions: Record<keyof typeof english, string> = {
  'records.cellConflict': '此值在此期间已被他人更改。已保存的是他人的值；您可以用您的值替换。',
  'records.theirs': '他人的值，已保存',
  'records.mine': '您的值，未保存',
  'records.copyOf': '复制：{value}',
  'records.keepTheirs': '保留他人的值',
  'records.useMine': '使用我的值',
  'records.deleteTitle': '删除数据？',
  'records.deleteText': '确定要删除此数据吗？',
  'records.goneForGood': '此存储未启用软删除。您可以在十秒内撤销；之后无法恢复。',
  'records.followsRefuse': '{name}（{field}）：仍被引用的记录不会删除。',
  'records.followsClear': '{name}（{field}）：指向所删记录的引用将被清空。',
  'records.followsCascade': '{name}（{field}）：引用所删记录的记录将一并删除。',
};
