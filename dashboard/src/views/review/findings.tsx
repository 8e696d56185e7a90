import { useTranslation } from 'react-i18next';
import type { ReviewEntry } from './review-api';

/** The findings of the scan, with the texts that the creator reads. */
export function Findings({ findings }: Pick<ReviewEntry, 'findings'>) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby="findings">
      <h2 id="findings">{t('review.findings')}</h2>
      {findings.length === 0 && <p className="dim">{t('review.noFindings')}</p>}
      <ul className="rows">
        {findings.map(({ code, path, found, why, fix }) => (
          <li key={`${code} ${path} ${found}`}>
            <div className="grow">
              <span className="name-inline">{found}</span>
              {path !== null && <code className="digest">{path}</code>}
              <div>{why}</div>
              <div className="dim">{fix}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
