import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatShare } from '../../kit/format';

/** Downloads of one subject, such as a region. */
export interface DownloadsRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly downloads: number;
}

/**
 * Downloads by a subject, such as the region, with their share of all. Without rows, it shows
 * nothing.
 */
export function DownloadsTable(props: {
  readonly title: string;
  readonly column: string;
  readonly hint?: string;
  readonly rows: readonly DownloadsRow[];
  /** All downloads of the period. */
  readonly total: number;
  /** Whether the rows leave out downloads. A last row, "unknown", then shows their number. */
  readonly hasRest?: boolean;
}) {
  const { title, column, hint, rows, total, hasRest = false } = props;
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const named = rows.reduce((sum, { downloads }) => sum + downloads, 0);
  const rest = { key: '', name: t('statistics.unknown'), downloads: total - named };
  const shown = hasRest && rest.downloads > 0 ? [...rows, rest] : rows;
  return (
    <section className="card">
      <h2>{title}</h2>
      {hint && <p className="dim">{hint}</p>}
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{t('statistics.downloads')}</th>
            <th scope="col">{t('statistics.share')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, downloads }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{formatNumber(downloads)}</td>
              <td>{formatShare(downloads / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
