import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { t } from '../../texts/index.ts';
import type { Sandbox } from './use-sandbox.ts';

/** Method, address and Send; the arrow beside it opens Add Data. */
export function RequestBar({ sandbox, onAddData }: { sandbox: Sandbox; onAddData: () => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const send = () => {
    const found = problemOf(sandbox.url.trim());
    setProblem(found);
    if (!found) void sandbox.send();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      sx={{ display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: { xs: '1fr', sm: '104px minmax(0, 1fr) auto' } }}
    >
      <ChoiceField label={t('sandbox.method')} value="GET" options={[{ value: 'GET', text: 'GET' }]} onChange={() => {}} />
      <Field
        label={t('sandbox.url')}
        required
        type="url"
        placeholder="https://"
        autoComplete="off"
        value={sandbox.url}
        onChange={(event) => {
          setProblem(undefined);
          sandbox.setUrl(event.target.value);
        }}
        inputProps={{ maxLength: 4000, spellCheck: false }}
        error={problem}
      />
      <ButtonGroup variant="contained" disableElevation sx={{ mt: { sm: '26px' }, justifySelf: 'start' }}>
        <SubmitButton busy={sandbox.busy}>{t('sandbox.send')}</SubmitButton>
        <Button
          aria-label={t('sandbox.more')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          sx={{ px: 1, minWidth: 36 }}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ArrowDropDown />
        </Button>
      </ButtonGroup>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem
          onClick={() => {
            setAnchor(null);
            onAddData();
          }}
        >
          {t('sandbox.addData')}
        </MenuItem>
      </Menu>
    </Box>
  );
}

function problemOf(url: string): string | undefined {
  if (url === '') return t('sandbox.urlRequired');
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? undefined : t('sandbox.urlWhole');
}
