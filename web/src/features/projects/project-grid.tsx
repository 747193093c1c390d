import type { Project } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, useState } from 'react';
import { SteadyList } from '../../components/steady-list.tsx';
import { useMay } from '../../lib/may.tsx';
import { useAddForm } from '../../lib/navigation/use-add-form.ts';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialog } from './project-dialog.tsx';

type Open = { dialog: 'edit' | 'delete'; project: Project } | null;

/** The create card, then a card per project, with their dialogs. */
export function ProjectGrid({ projects }: { projects: readonly Project[] }) {
  const may = useMay();
  const [open, setOpen] = useState<Open>(null);
  const { isOpen: isAdding, setOpen: setAdding } = useAddForm(may('projects.write'));
  const close = () => setOpen(null);
  return (
    <>
      <SteadyList rows={projects} keyOf={idOf}>
        {(rows, isGone) => (
          <CardGrid>
            {may('projects.write') && <CreateCard isFirst={projects.length === 0} onClick={() => setAdding(true)} />}
            {rows.map((project) => (
              <ProjectCard
                key={project.id}
                project={project}
                isGone={isGone(project)}
                onEdit={() => setOpen({ dialog: 'edit', project })}
                onDelete={() => setOpen({ dialog: 'delete', project })}
              />
            ))}
          </CardGrid>
        )}
      </SteadyList>
      {projects.length === 0 && <FirstSteps />}
      {isAdding && <ProjectDialog project={null} onClose={() => setAdding(false)} />}
      {open?.dialog === 'edit' && <ProjectDialog project={open.project} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteProjectDialog project={open.project} onClose={close} />}
    </>
  );
}

const idOf = ({ id }: Project) => id;

export function ProjectGridWaiting() {
  return (
    <CardGrid>
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} component="li" variant="rounded" height={176} sx={{ borderRadius: 1.5 }} />
      ))}
    </CardGrid>
  );
}

function CardGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 4,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
      }}
    >
      {children}
    </Box>
  );
}

interface CreateCardProps {
  /** Without a project it is the one thing to do here, and looks so. */
  isFirst: boolean;
  onClick: () => void;
}

function CreateCard({ isFirst, onClick }: CreateCardProps) {
  return (
    <Box component="li" sx={{ display: 'flex' }}>
      <Writes>
        <ButtonBase
          onClick={onClick}
          sx={{
            flex: 1,
            minHeight: 176,
            flexDirection: 'column',
            gap: 1,
            borderRadius: 1.5,
            border: '1px dashed',
            borderColor: isFirst ? 'primary.main' : 'control',
            color: isFirst ? 'primary.main' : 'text.secondary',
            typography: 'h3',
            transition: 'color 120ms, border-color 120ms',
            '&:hover': { borderColor: 'primary.main', color: 'primary.main' },
          }}
        >
          <Add />
          {t('project.create')}
        </ButtonBase>
      </Writes>
    </Box>
  );
}
