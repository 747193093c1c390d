import { extensionOf } from '@bedplate/contract';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import AudioFileOutlined from '@mui/icons-material/AudioFileOutlined';
import CodeOutlined from '@mui/icons-material/CodeOutlined';
import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import TableChartOutlined from '@mui/icons-material/TableChartOutlined';
import VideoFileOutlined from '@mui/icons-material/VideoFileOutlined';
import type { SvgIconComponent } from '@mui/icons-material';
import { t } from '../../texts/index.ts';

const kinds: readonly [SvgIconComponent, string[]][] = [
  [PictureAsPdfOutlined, ['pdf']],
  [TableChartOutlined, ['csv', 'tsv', 'xls', 'xlsx', 'ods', 'numbers']],
  [ArticleOutlined, ['txt', 'md', 'doc', 'docx', 'odt', 'rtf', 'pages']],
  [FolderZipOutlined, ['zip', 'gz', 'tgz', 'tar', 'bz2', '7z', 'rar']],
  [AudioFileOutlined, ['mp3', 'wav', 'ogg', 'flac', 'm4a', 'aac']],
  [VideoFileOutlined, ['mp4', 'mov', 'webm', 'avi', 'mkv', 'm4v']],
  [CodeOutlined, ['json', 'xml', 'html', 'css', 'js', 'ts', 'yaml', 'yml', 'svg', 'sql']],
];

/** A drawing for the kind of file that its extension names, with the extension below it. */
export function FileIcon({ name }: { name: string }) {
  const extension = extensionOf(name);
  const Icon = kinds.find(([, extensions]) => extensions.includes(extension))?.[0] ?? InsertDriveFileOutlined;
  return <Icon titleAccess={extension || t('files.file')} sx={{ fontSize: 44, color: 'text.secondary' }} />;
}
