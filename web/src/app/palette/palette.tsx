import { can } from '@bedplate/contract';
import { useState } from 'react';
import { useColorScheme } from '@mui/material/styles';
import { useMatch, useNavigate } from 'react-router-dom';
import { useSignedIn } from '../../lib/session/session.ts';
import { useAllProjects } from '../../features/projects/project-queries.ts';
import { useLogout } from '../../features/account/use-logout.ts';
import { pageLoad } from '../../lib/browser.ts';
import { useOwnStorages } from '../../features/endpoints/endpoint-queries.ts';
import { chooseLanguage, otherLanguage } from '../../texts/language.ts';
import { commandsFor } from './commands.ts';
import { useRecordPlaces } from './find-record.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';

interface PaletteProps {
  shown: 'palette' | 'sheet';
  projectId: string | null;
  onShow: (what: 'palette' | 'sheet' | null) => void;
}

/** Loaded when it is first opened. */
export function Palette({ shown, projectId, onShow }: PaletteProps) {
  const { role } = useSignedIn();
  const ofProjects = useAllProjects(can(role, 'projects.list'));
  const ofStorages = useOwnStorages(can(role, 'storages.read'));
  const projects = ofProjects.data ?? [];
  const storages = ofStorages.data ?? [];
  const [search, setSearch] = useState('');
  const here = storages.filter((storage) => projectId === null || storage.projectId === projectId);
  const ofRecords = useRecordPlaces(search.trim(), can(role, 'records.read') ? here : []);
  const isSearching = ofProjects.isLoading || ofProjects.isPlaceholderData || ofStorages.isLoading || ofRecords.isSearching;
  const storageId = useMatch('/project/:id/data-storage/:storageId/*')?.params.storageId;
  const navigate = useNavigate();
  const logout = useLogout();
  const { mode, systemMode, setMode } = useColorScheme();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  const close = () => onShow(null);
  if (shown === 'sheet') return <ShortcutSheet onClose={close} />;
  const commands = commandsFor(
    { role, projectId, storageId, projects, storages, recordPlaces: ofRecords.places, search: search.trim() },
    {
      go: (path) => void navigate(path),
      toggleTheme: () => setMode(isDark ? 'light' : 'dark'),
      showShortcuts: () => onShow('sheet'),
      switchLanguage: () => {
        chooseLanguage(otherLanguage());
        pageLoad.open(window.location.href);
      },
      logout,
    },
  );
  return <PaletteDialog commands={commands} search={search} isSearching={isSearching} onSearch={setSearch} onClose={close} />;
}
