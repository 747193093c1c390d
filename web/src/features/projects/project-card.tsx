import type { Project } from '@bedplate/contract';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { OwnText } from '../../components/own-text.tsx';
import { gone } from '../../components/steady-list.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { IfMay } from '../../lib/may.tsx';
import { localDateTime, relativeTime } from '../../lib/time.ts';
import { dayText } from '../../lib/time/days.ts';
import { t } from '../../texts/index.ts';

interface ProjectCardProps {
  project: Project;
  isGone: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function ProjectCard({ project, isGone, onEdit, onDelete }: ProjectCardProps) {
  const { id, name, description, createdAt, updatedAt } = project;
  return (
    <Card
      component="li"
      {...(isGone && gone)}
      sx={{ display: 'flex', flexDirection: 'column', p: 5, minHeight: 176, minWidth: 0, '&:hover': { borderColor: 'control' } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Link component={RouterLink} to={paths.projectHome(id)} color="text.primary" variant="h3" sx={target}>
            <OwnText>{name}</OwnText>
          </Link>
          <Tooltip title={localDateTime(updatedAt)} placement="bottom-start">
            <Typography variant="caption" color="textSecondary" component="span" sx={{ display: 'block', width: 'fit-content' }}>
              {t('project.updated', { when: relativeTime(updatedAt) })}
            </Typography>
          </Tooltip>
        </Box>
        <IfMay to="projects.write">
          <CardAction label={t('project.editNamed', { name })} icon={<EditOutlined fontSize="inherit" />} onClick={onEdit} />
          <CardAction label={t('project.deleteNamed', { name })} icon={<DeleteOutlined fontSize="inherit" />} onClick={onDelete} />
        </IfMay>
      </Box>
      <Box sx={{ mt: 3, mb: 4, flex: 1 }}>
        <Typography color="textSecondary" dir="auto" title={description} sx={threeLines}>
          {description}
        </Typography>
      </Box>
      <Typography variant="caption" color="textSecondary">
        {t('project.created', { date: dayText(createdAt) })}
      </Typography>
    </Card>
  );
}

/** A finger needs more than a line; the space around it stays. */
const target = { display: { xs: 'inline-block', sm: 'inline' }, py: { xs: 3, sm: 0 }, my: { xs: -3, sm: 0 } } as const;

/** In a box that is as tall as its lines: in a taller one the lines that are cut would show below the dots. */
const threeLines = {
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

function CardAction({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
