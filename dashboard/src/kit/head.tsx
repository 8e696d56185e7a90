import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The head of a view: its title (also of the tab), a line about it, and its main action. */
export function Head(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly action?: ReactNode;
}) {
  usePageTitle(props.title);
  return (
    <div className="head">
      <div>
        <h1>{props.title}</h1>
        {props.lead && <p className="lead">{props.lead}</p>}
      </div>
      {props.action}
    </div>
  );
}

/** Sets the title of the browser's tab: the given one, then the names of dashboard and service. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')} · modport`;
  }, [title, t]);
}
