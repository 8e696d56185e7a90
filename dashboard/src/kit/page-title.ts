import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the title of the browser's tab. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')} · modport`;
  }, [title, t]);
}
