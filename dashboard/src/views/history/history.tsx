import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { MOD_HISTORY } from '../../../../src/registry/mod-history';
import { useFieldList } from '../../kit/field-names';
import { formatTime } from '../../kit/format';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { type HistoryEntry, readHistory } from './history-api';

/** Reads the first page of the history of a mod. */
export async function loader({ params: { modId = '' }, request: { signal } }: LoaderFunctionArgs) {
  return { modId, page: await readHistory(modId, null, signal) };
}

/**
 * The history of a mod: each change with its author. Only present and former members have names.
 * All other authors, also deleted accounts, share one text.
 */
export function Component() {
  const { modId, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { items, more } = usePaged(page, (cursor) => readHistory(modId, cursor));
  return (
    <>
      <Head title={t('history.title')} lead={t('history.lead')} />
      <section className="card" aria-label={t('history.title')}>
        <RowList
          items={items}
          none={t('history.none')}
          more={more}
          row={(entry) => <Line entry={entry} />}
        />
      </section>
    </>
  );
}

function Line({ entry }: { readonly entry: HistoryEntry }) {
  const { t } = useTranslation();
  const listOf = useFieldList();
  const { actorName, recordedAt, versionId, version, fileName, memberName, role } = entry;
  const action = MOD_HISTORY.find((known) => known === entry.action);
  const about = [fileName, memberName, role && t(`role.${role}`), listOf(entry.fields)].filter(
    (text) => text !== null && text !== '',
  );
  return (
    <li>
      <div className="grow">
        <span className="name-inline">{action ? t(`history.${action}`) : entry.action}</span>{' '}
        {versionId !== null && <Link to={`../versions/${versionId}`}>{version ?? versionId}</Link>}
        {about.length > 0 && <div>{about.join(' · ')}</div>}
        <div className="dim">
          {actorName ?? t('history.byService')} · {formatTime(recordedAt)}
        </div>
      </div>
    </li>
  );
}
