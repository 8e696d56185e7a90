import type { ReactNode } from 'react';
import { usePageTitle } from './page-title';

/** The head of a view: its title, a line about it, and its main action. */
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
