import { createContext, type ReactNode, useContext, useEffect } from 'react';
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

const Subject = createContext<string | null>(null);

/** Names the subject of the views inside, such as a mod, in the titles of browser tabs. */
export const TitleSubject = Subject.Provider;

/** Sets the title of the browser's tab: the given one, its subject, the dashboard, the service. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  const subject = useContext(Subject);
  useEffect(() => {
    const names = [title, subject, t('app.name'), 'modport'];
    document.title = names.filter(Boolean).join(' · ');
  }, [title, subject, t]);
}
