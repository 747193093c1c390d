import type { TextKey } from '../../texts/index.ts';

/** Other words for a page or an action, in each language: the names that other systems give it. */
export const synonyms: Partial<Record<TextKey, string>> = {
  'menu.home':
    'home start overview dashboard quickstart getting started project id 主页 首页 概览 快速开始 入门 activity log changes history recent caps spend cap budget endpoint url collaborators onboarding 活动 日志 最近 预算 限额 项目ID',
  'menu.dataStorage':
    'data storage database db table collection class records documents rows entries model sql firestore 数据 数据库 表 集合 记录 文档 行 export download filter sort search grid 导出 下载 筛选 排序 搜索',
  'menu.endpoints': 'endpoints api rest routes url urls address calls swagger openapi postman 接口 端点 地址 路由 graphql link 链接 网址',
  'menu.webhooks':
    'webhooks triggers hooks events deliveries functions callbacks notifications integrations 触发器 回调 事件 通知 集成 函数 delivery retry retries signature hmac push background jobs 钩子 推送 签名 重试',
  'menu.sandbox':
    'sandbox playground try test request console http client curl postman explorer 沙盒 试验场 测试 调试 请求 terminal command line send 终端 发送',
  'menu.fileStorage':
    'files storage bucket images pictures photos upload attachments media assets s3 blob 文件 图片 上传 附件 存储桶 媒体 video folder thumbnails disk space 视频 文件夹 缩略图',
  'menu.keys':
    'keys access tokens credentials secret permissions rules policies rls security limits origins cors api key 密钥 令牌 权限 规则 安全 跨域 env environment variables budget spend cap caps domain 机密 环境变量 预算 限额 权限管理 域名',
  'menu.archivedStorage': 'archive deleted restore recover undelete 归档 恢复 已删除',
  'menu.backups': 'backups snapshot restore recover export download point in time dump 备份 快照 恢复 导出 下载 rollback revert 还原',
  'menu.trash':
    'trash recycle bin deleted records restore recover undelete undo soft delete 回收站 已删除 恢复 撤销 软删除 empty purge delete forever revert rollback 清空 还原',
  'menu.requests':
    'requests logs log errors trace debug monitoring latency slow refused why costs 请求 日志 错误 调试 监控 延迟 费用 404 500 401 403 status code performance who called calls history audit 状态 性能 调用 审计',
  'menu.reporting':
    'reporting analytics statistics charts metrics graphs activity usage traffic audit 报告 统计 分析 图表 指标 审计 log performance who changed what history calls 活动 用量 性能 日志 历史',
  'menu.projects': 'projects apps workspaces delete project 项目 应用 工作区',
  'menu.users':
    'users team members people collaborators roles permissions teammates 用户 团队 成员 角色 协作者 admin seats groups invite invitation accounts 管理员 邀请 席位',
  'menu.administration':
    'administration settings keys api key secret project credentials plan usage sessions delete account alarm 管理 设置 密钥 会话 删除账户 close account env environment variables session devices admin 环境变量 注销账户 管理员',
  'menu.archivedProjects': 'archive deleted restore recover undelete 归档 恢复 已删除',
  'menu.feedback':
    'feedback support help contact bug report idea chat 反馈 支持 帮助 联系 建议 feature request question ticket email 客服 提问 需求',
  'menu.billing':
    'billing plan upgrade pricing price cost invoices receipts card payment pay credits quota limits subscription cancel discount coupon 账单 套餐 升级 价格 费用 发票 付款 额度 配额 订阅 取消 优惠 refund seats budget usage credit cards 退款 用量 预算 限额 信用卡 充值',
  'menu.account':
    'account profile name password email two-factor 2fa mfa totp security sessions devices language time zone 账户 个人资料 密码 邮箱 双重验证 会话 设备 时区 change email change password authenticator passkey 修改密码 修改邮箱 手机',
  'palette.addStorage': 'add create new storage table collection database model template 添加 新建 创建 存储 表 集合 数据库 模板 表格',
  'palette.addProject': 'add create new project app workspace 添加 新建 创建 项目 应用',
  'palette.newKey': 'new create add generate api key token credentials secret 新建 创建 生成 密钥 令牌 env environment variable 机密',
  'palette.addWebhook': 'add create new webhook hook trigger callback integration 添加 新建 创建 触发器 回调 钩子',
  'palette.invite':
    'invite add new user member team collaborator person teammate developer 邀请 添加 用户 成员 团队 协作者 seat admin 席位 管理员',
  'palette.theme': 'theme dark light night mode appearance color 主题 深色 浅色 夜间 外观',
  language: 'language english chinese translation locale 语言 英文 中文 翻译 zhongwen 中文',
  'shortcuts.title': 'shortcuts keyboard hotkeys keys 快捷键 键盘',
  logout: 'logout log out sign out exit quit 退出 登出 注销',
  'menu.dashboard': 'dashboard home overview statistics visits 概览 首页 统计 访问',
  'menu.storages': 'storages data tables collections 存储 数据 表',
  'menu.products': 'products plans prices tiers 产品 套餐 价格',
  'menu.discounts': 'discounts coupons codes promotion 折扣 优惠 优惠券',
  'menu.subscriptions': 'subscriptions customers payments plans 订阅 客户 付款',
  'menu.feedbacks': 'inbox messages contact support mail 收件箱 消息 联系',
  'menu.logs': 'logs errors audit events 日志 错误 审计',
  'menu.operations': 'operations maintenance switches features off 运维 维护 开关',
  'menu.health': 'health status uptime monitoring incidents 健康 状态 监控',
};

/** Words for the pages and forms of a storage. `appUsers` is with the settings of a users storage, where people's ways in are chosen. */
export const storageSynonyms = {
  'palette.importInto': 'import csv json ndjson tsv excel spreadsheet upload load seed migrate data 导入 上传 迁移 表格 restore',
  'palette.fieldsOf':
    'fields schema columns types model required unique index default references relations validation 字段 模式 结构 列 类型 索引 引用 校验 foreign key primary key default value join relation unique 外键 主键 默认值 唯一',
  'palette.rulesOf':
    'access rules permissions policies rls security roles who may read write public private 访问规则 权限 策略 安全 角色 公开 who can 谁可以',
  'palette.settingsOf': 'settings configure rename delete soft delete history trash archive key edit 设置 配置 重命名 删除 历史 软删除',
  appUsers:
    'app users auth authentication sign in up login register google github apple microsoft oauth oidc sso social provider passkey magic link otp anonymous invitation teams origins 应用用户 认证 登录 注册 第三方登录 通行密钥 邀请 sign-up sign-in signup groups password reset sessions refresh token smtp mail templates 密码重置 会话 登录方式 团队',
} as const;

/** Other words for a page of the documentation. */
export const topicSynonyms: Readonly<Record<string, string>> = {
  introduction: 'start quickstart tutorial first steps 入门 快速开始 教程 sample example onboarding hello world 示例 样例',
  installation: 'install setup npm sdk client package keys dart flutter 安装 设置 密钥',
  overview: 'reference errors status codes limits rest api 参考 错误 限制 404 500 401 status 状态码 状态',
  authentication:
    'auth sign in up login register password users jwt token 认证 登录 注册 密码 signup signin refresh token session password reset 会话 令牌',
  create: 'insert add post write 新建 添加 写入',
  read: 'get list fetch select paging pagination 读取 列表 分页 sort page cursor 排序',
  update: 'change edit put patch 更新 修改',
  delete: 'remove soft delete trash restore 删除 软删除 恢复',
  query: 'filter search sort where order conditions dates 查询 过滤 搜索 排序',
  'file-upload': 'files images storage thumbnails 文件 图片 上传 video folder download 视频 下载',
  sandbox: 'playground test try 沙盒 测试',
  'real-time-connection':
    'realtime live subscribe websocket socket listen livesync updates 实时 订阅 监听 push events server sent sse 推送',
  react: 'hooks useList useRecord sdk 钩子',
  'plain-page': 'html javascript vanilla static website 网页 静态',
  'google-sign-in': 'google oauth oidc sso social login github apple microsoft sign in auth 第三方登录 谷歌 登录',
  teams: 'teams organizations organisations groups workspaces share multi-tenant collaboration 团队 组织 共享',
  'react-app': 'vite typescript frontend spa 前端',
  'next-app': 'next.js nextjs ssr server components vercel 服务端渲染',
  'expo-app': 'expo react native mobile phone ios android 移动 手机 应用',
  'node-server': 'node.js nodejs express backend server javascript 服务器 后端',
  python: 'django flask requests pip 后端',
  php: 'laravel wordpress 后端',
  api: 'reference rest http batch transaction totals aggregate history undo import export erase gdpr operators upsert 参考 批量 事务 汇总 历史 撤销 导入 导出 flutter dart swift ios kotlin android java go golang ruby rust csharp c# .net unity graphql 移动',
  errors: 'error codes failures refusals status http 400 401 403 404 409 422 429 500 503 messages 错误 状态码 失败',
  values: 'types numbers dates times null text comparison 类型 数字 日期 时间',
  fields: 'schema types required unique references relations typescript 字段 模式 引用 类型',
  'access-rules': 'permissions policies rls security roles acl 权限 策略 安全 角色',
  'keys-and-credits':
    'api keys rate limits quota credits caps usage pricing requests 密钥 限流 配额 额度 spend cap budget rate limit throttle cost price 预算 限额 价格 费用',
  backups: 'backup restore snapshot export download 备份 恢复 快照',
  webhooks: 'hooks events triggers signature integrations 触发器 事件 签名 delivery retry retries hmac secret push 钩子 推送 重试',
  'from-firebase': 'migrate migration firestore import 迁移',
  'from-supabase': 'migrate migration postgres sql import 迁移',
  'from-pocketbase': 'migrate migration sqlite import 迁移',
  'from-parse': 'migrate migration back4app mongodb import 迁移',
};
