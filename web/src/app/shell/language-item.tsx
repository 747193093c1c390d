import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import MenuItem from '@mui/material/MenuItem';
import { pageLoad } from '../../lib/browser.ts';
import { chooseLanguage, otherLanguage } from '../../texts/language.ts';
import { t } from '../../texts/index.ts';

/** Offers the other language, in its own words, and loads the page in it. */
export function LanguageItem() {
  const other = otherLanguage();
  return (
    <MenuItem
      lang={other}
      aria-label={`${t('language')}: ${t(`language.${other}`)}`}
      onClick={() => {
        chooseLanguage(other);
        pageLoad.open(window.location.href);
      }}
    >
      <TranslateOutlined fontSize="small" /> {t(`language.${other}`)}
    </MenuItem>
  );
}
