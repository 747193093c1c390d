/**
 * What the server writes into the activity log, in the order in which it is tried: `{who}` is a person, `{from}` where they were.
 * Names and numbers keep their places.
 */
const sentences: readonly (readonly [string, string])[] = [
  ['{who} logged in{from}.', '{who}登录了{from}。'],
  ['{who} logged out{from}.', '{who}退出了登录{from}。'],
  ['{who} ended a session{from}.', '{who}结束了一个会话{from}。'],
  ['{who} logged out everywhere{from}.', '{who}在所有地方退出了登录{from}。'],
  ['{who} was locked out after too many wrong passwords{from}.', '{who}因多次输错密码被锁定{from}。'],
  ['{who} unlocked the account{from}.', '{who}解锁了账户{from}。'],
  ['{who} opened the account with Google{from}.', '{who}用 Google 注册了账户{from}。'],
  ['{who} opened the account{from}.', '{who}注册了账户{from}。'],
  ['{who} verified the email address with Google{from}.', '{who}通过 Google 验证了邮箱{from}。'],
  ['{who} verified the email address{from}.', '{who}验证了邮箱{from}。'],
  ['{who} set a new password by a mailed link{from}.', '{who}通过邮件链接设置了新密码{from}。'],
  ['{who} changed the own password{from}.', '{who}更改了自己的密码{from}。'],
  ['{who} changed the own settings{from}.', '{who}更改了自己的设置{from}。'],
  ['{who} turned two-factor authentication on{from}.', '{who}开启了双重验证{from}。'],
  ['{who} turned two-factor authentication off{from}.', '{who}关闭了双重验证{from}。'],
  ['{who} changed the API key and the secret key{from}.', '{who}更换了 API 密钥和私密密钥{from}。'],
  ['{who} added the key {name}{from}.', '{who}添加了密钥 {name}{from}。'],
  ['{who} removed the key {name}{from}.', '{who}删除了密钥 {name}{from}。'],
  ['{who} changed the key {name}{from}.', '{who}更改了密钥 {name}{from}。'],
  ['{who} changed the limits of the account’s keys{from}.', '{who}更改了账户密钥的限制{from}。'],
  ['{who} added the project {name}.', '{who}添加了项目 {name}。'],
  ['{who} changed the project {name}.', '{who}更改了项目 {name}。'],
  ['{who} archived the project {name}.', '{who}归档了项目 {name}。'],
  ['{who} recovered the project {name}.', '{who}恢复了项目 {name}。'],
  ['{who} added the storage {name}.', '{who}添加了存储 {name}。'],
  ['{who} changed the storage {name}.', '{who}更改了存储 {name}。'],
  ['{who} archived the storage {name}.', '{who}归档了存储 {name}。'],
  ['{who} recovered the storage {name}.', '{who}恢复了存储 {name}。'],
  ['{who} added an endpoint.', '{who}添加了一个端点。'],
  ['{who} changed an endpoint.', '{who}更改了一个端点。'],
  ['{who} removed an endpoint.', '{who}删除了一个端点。'],
  ['{who} downloaded data of {name}.', '{who}下载了 {name} 的数据。'],
  ['{who} uploaded {name} to {storage}.', '{who}将 {name} 上传到 {storage}。'],
  ['{who} added {count} records to {name}.', '{who}向 {name} 添加了 {count} 条记录。'],
  ['{who} changed the record {id} of {name}.', '{who}更改了 {name} 的记录 {id}。'],
  ['{who} deleted the record {id} of {name}.', '{who}删除了 {name} 的记录 {id}。'],
  ['{who} restored the record {id} of {name}.', '{who}还原了 {name} 的记录 {id}。'],
  ['{who} deleted for good {count} records of {name}.', '{who}永久删除了 {name} 的 {count} 条记录。'],
  ['{who} deleted {count} records of {name}.', '{who}删除了 {name} 的 {count} 条记录。'],
  ['{who} restored {count} records of {name}.', '{who}还原了 {name} 的 {count} 条记录。'],
  ['{who} imported {count} records from {file} into {name}.', '{who}从 {file} 向 {name} 导入了 {count} 条记录。'],
  ['{who} took an import into {name} back: {count} records deleted.', '{who}撤销了对 {name} 的导入:删除了 {count} 条记录。'],
  ['{who} added {name} as {role}{from}.', '{who}添加了{role} {name}{from}。'],
  ['{who} changed {name}: {changes}{from}.', '{who}更改了 {name}:{changes}{from}。'],
  ['was opened again by the platform', '平台重新开放了账户'],
  ['was suspended by the platform: {reason}', '平台暂停了账户:{reason}'],
  ['was given the plan {name} by the platform, free of charge', '平台免费赠送了套餐 {name}'],
  ['was looked at by the platform’s staff: {reason}', '平台工作人员查看了账户:{reason}'],
];

/** Numbers have no words around them, and 1 stands in the singular; a place for a name takes anything. */
const kinds: Readonly<Record<string, string>> = {
  who: '(?<who>.+?)',
  count: '(?<count>[\\d,]+)',
  id: '(?<id>\\S+)',
  changes: '(?<changes>(?:role|project|activated|deactivated).*?)',
  role: '(?<role>admin|manager|developer|user)',
  from: '(?<from>(?: from (?<ip>\\S+)(?: with (?<device>.+))?)?)',
};
const patterns = sentences.map(([english, chinese]) => [patternOf(english), chinese] as const);

/** @returns the sentence in Chinese; one that is not known, as it is */
export function activitySentence(sentence: string, roleName: (role: string) => string): string {
  for (const [pattern, chinese] of patterns) {
    const places = pattern.exec(sentence)?.groups;
    if (places) return chinese.replace(/\{(\w+)\}/g, (_, place: string) => filled(place, places, roleName));
  }
  return sentence;
}

function filled(place: string, places: Readonly<Record<string, string | undefined>>, roleName: (role: string) => string): string {
  if (place === 'role') return roleName(places.role ?? '');
  if (place === 'changes') return changesOf(places.changes ?? '', roleName);
  if (place !== 'from') return places[place] ?? '';
  if (!places.ip) return '';
  return `(来自 ${places.ip === 'unknown' ? '未知地址' : places.ip}${places.device ? `,使用 ${places.device}` : ''})`;
}

/** @param changes as in 'role user to developer, project none to p1, activated' */
function changesOf(changes: string, roleName: (role: string) => string): string {
  const parts = changes.split(', ').map((change) => {
    const [what, before = '', , after = ''] = change.split(' ');
    if (what === 'role') return `角色由${roleName(before)}改为${roleName(after)}`;
    if (what === 'project') return `项目由 ${projectOf(before)} 改为 ${projectOf(after)}`;
    return { activated: '启用', deactivated: '停用' }[change] ?? change;
  });
  return parts.join(',');
}

const projectOf = (id: string) => (id === 'none' ? '无' : id);

function patternOf(english: string): RegExp {
  const source = english
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('records', 'records?')
    .replace(/\{(\w+)\}/g, (_, place: string) => kinds[place] ?? `(?<${place}>.+)`);
  return new RegExp(`^${source}$`, 's');
}
