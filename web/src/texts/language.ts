const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

const storageKey = 'language';

/** @returns the chosen language; before the first choice the browser's, if it is one of ours */
export function storedLanguage(): Language {
  const wanted = localStorage.getItem(storageKey) ?? navigator.language.slice(0, 2);
  return languages.find((language) => language === wanted) ?? 'en';
}

/** The one to change to. */
export function otherLanguage(): Language {
  return storedLanguage() === 'en' ? 'zh' : 'en';
}

/** Remembered by this browser; holds from the next load of the page. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}
